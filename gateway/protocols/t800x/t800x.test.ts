import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { t800x } from './index.ts'

describeFrames(t800x)

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')

function message(family: number, type: number, body: string): Buffer {
  const content = hex(body)
  const head = Buffer.of(family, family, type, 0, 15 + content.length, 0x12, 0x34)
  return Buffer.concat([head, hex('0867284062764958'), content])
}
const one = (family: number, type: number, body: string) => drive(t800x, message(family, type, body)).messages[0]!

const place = '00c03745 a8c24d42 2ae00e42 0010 0112'
const asset = (code: string, where = place) =>
  `c5 ${code} 260615101211 ${where} 8000008080 90 19 00 39 00 001356a1 8000 012c 0000a8c0 00 0000 1e`

describe('t800x', () => {
  // The maker’s codec has the codes as hexadecimal numbers; the reference takes some of them for decimal ones.
  it.each([
    [0x27, '01', 'tamper'],
    [0x27, '06', 'low_battery'],
    [0x27, '09', 'movement'],
    [0x27, '10', 'crash'],
    [0x27, '14', 'geofence_enter'],
    [0x27, '30', 'temperature'],
    [0x27, '16', null],
    [0x27, '21', null],
  ])('raises the alarm of %i, %s: %s, and repeats its code in the answer', (family, code, alarm) => {
    const { reports, acknowledgement } = one(family, 0x04, asset(code))
    expect(reports[0]).toMatchObject({ alarm, valid: true, heading: 274 })
    expect(acknowledgement!.toString('hex')).toBe(`27270400101234${'0867284062764958'}${code}`)
  })

  it.each([
    ['12', 'fuel_leak'],
    ['21', 'jamming'],
    ['23', 'power_on'],
    ['26', 'crash'],
    ['15', null],
  ])('raises the alarm %s of a vehicle: %s', (code, alarm) => {
    const settings = '000a 0258 19 0064 0064 48 000005070000'
    const body = `${settings} 4000 ffff 1234 ${code} 00 00000064 85 260615101211 ${place} 1256`
    const { reports } = one(0x25, 0x04, body)
    expect(reports[0]).toMatchObject({ alarm })
    expect(reports[0]!.attributes).toMatchObject({ ignition: true, adc_2: 12.34, battery: 85, power_volts: 12.56 })
    expect(reports[0]!.attributes).not.toHaveProperty('adc_1')
  })

  it('has the cells where there is no place, of either order of bytes, and of 4G', () => {
    const none = asset('00').replace(/^c5/, '05')
    const cells = (bytes: string) => one(0x27, 0x02, none.replace(place, bytes)).reports[0]!
    expect(cells('025d 0002 005a 7ea5 005a 8753 005a 80af')).toMatchObject({ valid: false, lat: null })
    expect(cells('025d 0002 005a 7ea5 ffff ffff ffff ffff').attributes).toMatchObject({
      network: { mcc: 605, mnc: 2, lac: 90, cid: 0x7ea5 },
    })
    expect(cells('5d02 0200 5a00 a57e ffff ffff ffff ffff').attributes).toMatchObject({
      network: { mcc: 605, mnc: 2, lac: 90, cid: 0x7ea5 },
    })
    expect(cells('825d 0002 01020304 0000 0000 0000 0000').attributes).toMatchObject({
      network: { mcc: 605, mnc: 2, cid: 0x01020304 },
    })
  })

  it('reads a temperature as a sign and a number', () => {
    const [report] = one(0x27, 0x02, asset('00').replace(' 19 ', ' 99 ')).reports
    expect(report!.attributes).toMatchObject({ temperature: -25 })
  })

  it('reads the engine of an OBD unit', () => {
    const settings = '000a 0258 19 0064 0064 48 000005070000'
    const engine = '0905 00002710 ffffffff 0c1c ff ff 5a ff 2b 10 32'
    const body = `${settings} 4000 00 00 00000064 85 260615101211 ${place} 1256 ${engine}`
    expect(one(0x26, 0x02, body).reports[0]!.attributes).toMatchObject({
      fuel_used_litres: 10,
      rpm: 3100,
      coolant_temperature: 50,
      engine_load: 43,
      throttle: 16,
      fuel: 50,
      obd_speed: 90.5 / 3.6,
    })
  })

  it('reads trouble codes and the number of the vehicle', () => {
    const obd = (data: string) =>
      one(0x26, 0x09, `260615101211 55aa 00${hex(data).length.toString(16).padStart(2, '0')} ${data}`)
    expect(obd('4103 00 014300 c12800 0d').reports[0]!.attributes).toEqual({ faults: 'P0143 U0128' })
    const vin = Buffer.from('WVWZZZ1JZXW000001').toString('hex')
    expect(obd(`4105 ${vin} 00`).reports[0]!.attributes).toEqual({ vin: 'WVWZZZ1JZXW000001' })
  })

  it('reads an accident by its samples', () => {
    const sample = `260615101211 48 8010008020 ${place}`
    const { reports } = one(0x25, 0x07, `00 ${sample} ${sample}`)
    expect(reports.map(({ alarm }) => alarm)).toEqual(['crash', null])
    expect(reports[0]).toMatchObject({ valid: true, attributes: { satellites: 8, x: 0.1 } })
  })

  it('reads wireless networks, and leaves out what is none', () => {
    const body = '260615101211 aabbccddeeff 010203040506 c4 ffffffffffff 00 000000000000 00'
    expect(one(0x27, 0x15, body).reports[0]!.attributes).toEqual({ wifi: [{ mac: '01:02:03:04:05:06', signal: -60 }] })
  })

  // The reference skips the place in a driver’s key; the maker’s codec reads it.
  it('has the place in a button’s message', () => {
    const { reports } = one(0x25, 0x10, `260615101211 01 0002 ffff9702eff8 36 00 47 ${place}`)
    expect(reports[0]).toMatchObject({ alarm: 'sos', valid: true, attributes: { ignition: true } })
    expect(reports[0]!.lat).toBeCloseTo(35.71891, 5)
    expect(reports[0]!.attributes!.beacons).toEqual([{ mac: 'ff:ff:97:02:ef:f8', battery_volts: 3.6 }])
  })

  it('encodes commands in the family of the device, and reads answers of either width', () => {
    const session = t800x.open()
    expect(t800x.encode!({ type: 'custom', text: 'STATUS#' }, session)).toBeNull()
    t800x.decode(message(0x27, 0x03, ''), session, { forgive: false, now: 0 })
    const command = t800x.encode!({ type: 'custom', text: 'STATUS#' }, session)!
    expect(command.toString('hex', 0, 16)).toBe('27278100170001086728406276495801')
    expect(command.toString('latin1', 16)).toBe('STATUS#')
    expect(t800x.encode!({ type: 'interval', interval_s: 30 }, session)).toBeNull()
    expect(one(0x27, 0x81, `01 ${Buffer.from('ok', 'utf16le').toString('hex')}`)).toMatchObject({ answer: 'ok' })
    expect(one(0x23, 0x81, `01 ${Buffer.from('ok').toString('hex')}`)).toMatchObject({ answer: 'ok' })
  })

  it('reports the date that an old receiver means', () => {
    const frame = message(0x27, 0x02, asset('00').replace('260615101211', '050510100505'))
    const at = (week_rollover: boolean) =>
      drive(t800x, frame, frame.length, { week_rollover }).messages[0]!.reports[0]!.fix_at
    expect([at(false), at(true)]).toEqual([Date.UTC(2005, 4, 10, 10, 5, 5), Date.UTC(2024, 11, 24, 10, 5, 5)])
  })

  it('acknowledges what it does not know, and refuses an invalid IMEI', () => {
    expect(one(0x25, 0x60, '00')).toMatchObject({ reports: [], acknowledgement: expect.any(Buffer) })
    const wrong = message(0x25, 0x03, '')
    wrong[7] = 0x1a
    expect(drive(t800x, wrong).messages).toEqual([])
  })
})
