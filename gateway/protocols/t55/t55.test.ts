import { describe, expect, it } from 'vitest'
import { drive, NOON } from '../../../tests/gateway/protocols/frames/read.ts'
import { describeSignedIn } from '../../../tests/gateway/protocols/frames/signed_in.ts'
import { sentence } from '../shared/nmea.ts'
import { t55 } from './index.ts'

describeSignedIn(t55)

/** With the checksum that belongs to it. */
const summed = (line: string) => line.replace(/\$([^*]*)\*..$/, (_, body) => sentence(body).toString().trim())
const rmc = summed('$GPRMC,094907.000,A,6000.5332,N,03020.5192,E,10.00,60.26,091111,,*33')
const speak = (...lines: string[]) =>
  drive(t55, Buffer.from(lines.map((line) => `${summed(line)}\r\n`).join(''), 'latin1'))
const last = (...lines: string[]) => speak('$PGID,1234567890*0F', ...lines).messages.at(-1)!.reports[0]!

describe('t55', () => {
  it.each([
    ['LF', '\n'],
    ['CR and LF', '\r\n'],
    ['CR', '\r'],
    ['NUL', '\0'],
  ])('ends its lines with %s', (_name, end) => {
    const stream = Buffer.from(`$PGID,1${end}${rmc}${end}`)
    for (const size of [stream.length, 1]) {
      expect(drive(t55, stream, size).messages).toMatchObject([{ number: '1' }, { reports: [{ valid: true }] }])
    }
  })

  it.each([
    ['$PGID,359853000144328*0F', '359853000144328'],
    ['$GPFID,ID123456ABC', 'ID123456ABC'],
    ['$IMEI=355797031609284', '355797031609284'],
    ['IMEI 351467108700000', '351467108700000'],
    ['$DEVID,0x0103846677F21422*41', '0x0103846677F21422'],
    ['$PCPTI,CradlePoint Test,184453,184453.0,6F*57', 'CradlePoint_Test'],
    ['$PSIWMDID,6Q5161694402B133*2F', '6Q5161694402B133'],
    ['$CONNECT,350030950116536,NETWORK,"Ben NL"', '350030950116536'],
    ['086415031C20', '086415031C20'],
    [`353816057242284${rmc}`, '353816057242284'],
    [`353816057242284,${rmc}`, '353816057242284'],
    [`4711/353816057242284/${rmc}`, '353816057242284'],
  ])('reads the number from %s', (line, number) => {
    expect(speak(line).messages[0]).toMatchObject({ number, acknowledgement: null })
  })

  it('keeps one position until its number arrives', () => {
    const later = rmc.replace('094907', '094908')
    const { messages } = speak(rmc, later, '$GPFID,7', rmc)
    expect(messages.map(({ reports }) => reports.length)).toEqual([0, 0, 1, 1])
    expect(messages[2]!.reports[0]!.fix_at).toBe(Date.UTC(2011, 10, 9, 9, 49, 8))
  })

  it.each([
    ['RMC', rmc, { fix_at: Date.UTC(2011, 10, 9, 9, 49, 7), heading: 60.26 }],
    ['RMC of any satellites', rmc.replace('GP', 'GN'), { fix_at: Date.UTC(2011, 10, 9, 9, 49, 7) }],
    [
      'GGA',
      '$GPGGA,110000,6000.5332,N,03020.5192,E,1,08,0.9,545.4,M,46.9,M,,*47',
      { fix_at: NOON - 3_600_000, altitude: 545.4 },
    ],
    ['GGA of yesterday', '$GPGGA,235959,6000.5332,N,03020.5192,E,1,08,0.9,5,M,46.9,M,,', { fix_at: NOON - 43_201_000 }],
    ['GLL', '$GPGLL,6000.5332,N,03020.5192,E,110000.50,A,A*77', { fix_at: NOON - 3_600_000 }],
    ['RMA', '$GPRMA,A,6000.5332,N,03020.5192,E,,,10.0,60.3,,*00', { fix_at: null, heading: 60.3 }],
  ])('reads %s', (_name, line, wanted) => {
    const report = last(line)
    expect(report).toMatchObject({ valid: true, ...wanted })
    expect(report.lat).toBeCloseTo(60.0088867, 6)
    expect(report.lon).toBeCloseTo(30.3419867, 6)
    if (report.speed !== null) expect(report.speed).toBeCloseTo(5.14444, 4)
  })

  it.each([
    ['RMC without a fix', rmc.replace(',A,', ',V,')],
    ['GGA without a fix', '$GPGGA,110000,6000.5332,N,03020.5192,E,0,00,99,0,M,46.9,M,,*47'],
    ['GLL without a fix', '$GPGLL,6000.5332,N,03020.5192,E,110000.50,V,N*77'],
  ])('reads %s', (_name, line) => {
    expect(last(line)).toMatchObject({ valid: false, event: 'position' })
  })

  it.each([
    [
      'QZE,353816057242284,5,18052024,101112,-1.5,36.75,36,90,A,1',
      { lat: -1.5, speed: 10, attributes: { ignition: true, reason: 5 } },
    ],
    ['$GPTXT,NET,353816057242284,Telia,-85,240 01*00', { lat: null, attributes: { operator: 'Telia', rssi: -85 } }],
    [
      '$PUBX,00,110000.00,6000.5332,N,03020.5192,E,785.9,NF,4.1,5.2,36,87.4,0,7.0,0.9,1.2,0.8,9,01012,0*00',
      { valid: false, accuracy: 4.1, speed: 10 },
    ],
    [
      '$TRCCR,20140111000000.000,V,-1.5,36.75,10.0,0.0,0.0,50,*3a',
      { valid: false, lat: -1.5, attributes: { battery: 50 } },
    ],
  ])('reads %s', (line, wanted) => {
    expect(last(line)).toMatchObject(wanted)
  })

  it.each([
    ['$GPGSV,1,1,00*79'],
    ['$GPRMC,094907,V,,,,,,,091111,,*33'],
    ['$PUBX,03,0*00'],
    ['hello'],
    ['$ID,1,nothing'],
  ])('makes no report of %s', (line) => {
    expect(speak('$PGID,1*00', line).messages.at(-1)!.reports).toEqual([])
  })

  it.each([
    [rmc.replace('6000.5332', '9100.5332'), 'lat: 91.00888666666667 is not between -90 and 90'],
    [rmc.replace('6000.5332', '6060.5332'), 'lat: has 60.5332 minutes'],
  ])('refuses %s', (line, reason) => {
    expect(speak('$PGID,1*00', line).refused).toEqual([reason])
  })

  it('refuses a wrong checksum unless it is accepted, and takes a line without one', () => {
    const wrong = rmc.replace('6000.5332', '6100.5332')
    const run = (line: string, forgive: boolean) => drive(t55, Buffer.from(`${line}\r\n`), 1e9, { forgive })
    for (const line of [`353816057242284${wrong}`, '$PGID,359853000144328*0E']) {
      expect(run(line, false)).toMatchObject({ messages: [], refused: ['checksum: is wrong'] })
      expect(run(line, true).messages).toHaveLength(1)
    }
    const without = `353816057242284${wrong.slice(0, -3)}`
    for (const line of [without, `353816057242284${rmc.slice(0, -3)} ${rmc.slice(-3)}`]) {
      expect(run(line, false).messages).toMatchObject([{ reports: [{ valid: true }] }])
    }
  })

  it('encodes lines unchanged', () => {
    expect(t55.encode!({ type: 'custom', text: '$PMTK101' }, t55.open())).toEqual(Buffer.from('$PMTK101\r\n'))
    expect(t55.encode!({ type: 'interval', interval_s: 60 }, t55.open())).toBeNull()
  })
})
