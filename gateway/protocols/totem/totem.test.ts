import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { crc16 } from '../shared/crc16.ts'
import { totem } from './index.ts'

describeFrames(totem)
describeFrames(totem, '\r\n')

const run = (stream: string, size?: number, forgive = false) =>
  drive(totem, Buffer.from(stream, 'latin1'), size, { forgive })

/** With its length and its checksum. */
function decimal(type: string, body: string): string {
  const head = `$$${String(body.length + 10).padStart(4, '0')}${type}${body}`
  const sum = [...head].reduce((all, letter) => all ^ letter.charCodeAt(0), 0)
  return head + sum.toString(16).padStart(2, '0').toUpperCase()
}

function hexadecimal(body: string): string {
  const head = `$$${(body.length + 8).toString(16).toUpperCase()}${body}`
  return head + crc16(Buffer.from(head), 0xffff).toString(16).padStart(4, '0').toUpperCase()
}

const tight =
  '862170017861566|42180613080657 0001 1 38 11 0000 0000 021 000 2531 62F5 A 07 178 010 08.7 0000012 2237.1901N 11402.1369E 0014'.replaceAll(
    ' ',
    '',
  )
const status = '5004C000171025023413'
const tail = '112108305100.600000660304.7787N10134.8719E1164'

describe('the framing of totem', () => {
  const card = decimal('E6', '861172035926695|170912153257,-79.373853,43.765619,0,0,|')

  it.each([
    ['a frame alone', card],
    ['a line’s end before and after', `\r\n${card}\r\n`],
    ['a dollar sign too many', `$${card}`],
    ['an invalid length', `$$0x12${card}`],
    ['a length that is too short', `$$0003${card}`],
    ['a message that was cut off', card.slice(0, 30) + card],
  ])('finds %s', (_name, stream) => {
    for (const size of [undefined, 1]) expect(run(stream, size).messages).toHaveLength(1)
  })
})

describe('totem', () => {
  it('refuses a wrong checksum unless it is accepted', () => {
    const good = decimal('AA', `862010037348253|${status}41140577 28A058AE${tail}`.replaceAll(' ', ''))
    const sentence = hexadecimal(
      '359772032399074|01$GPRMC,094905.000,A,3648.2229,N,01008.0976,E,10.0,,221211,,,A*71|02.1|01.3|01.7|000000000000|20111222094905|03210533|00000000|00000000|0000|0.5000|0002|',
    )
    for (const message of [good, sentence]) {
      const wrong = message.slice(0, -1) + (message.endsWith('0') ? '1' : '0')
      expect(run(message).messages).toHaveLength(1)
      expect(run(wrong)).toMatchObject({ messages: [], refused: [expect.stringContaining('checksum: is ')] })
      expect(run(wrong, undefined, true).messages).toHaveLength(1)
    }
  })

  it.each([
    ['one input', '4114 0577', '28A058AE', { battery_volts: 4.1, power_volts: 14, io_1: 577 }, true],
    ['a temperature', '4114 0577 0031', '28A058AE', { io_1: 577, io_5: 31 }, true],
    ['two temperatures', '4114 0577 0031 0032', '28A058AE', { io_1: 577, io_5: 31, io_6: 32 }, false],
    ['four inputs', '4114 0577 0002 0003 0004 0031', '28A058AE', { io_4: 4, io_5: 31 }, true],
    [
      'a country',
      '4114 0577',
      '28A058AE 19 502',
      { network: { mcc: 502, mnc: 19, lac: 0x28a0, cid: 0x58ae, signal: 21 } },
      true,
    ],
    ['a battery alone', '411 0577', '28A058AE', { battery_volts: 4.11, io_1: 577 }, true],
  ])('takes the form with %s', (_name, middle, cell, attributes, valid) => {
    const body = `863835028447675|${status}${middle}${cell}${tail}`.replaceAll(' ', '')
    const [report] = run(decimal('AA', body)).messages[0]!.reports
    expect(report).toMatchObject({
      valid,
      heading: 83,
      seq: 1164,
      fix_at: Date.UTC(2017, 9, 25, 2, 34, 13),
      attributes,
    })
    expect(report!.speed).toBeCloseTo(51 / 3.6, 9)
    expect(report!.attributes).toMatchObject({ satellites: 11, hdop: 0.6, odometer: 66_000 })
  })

  it('reads inputs and outputs beside two temperatures', () => {
    const body = `863835028447675|501A0800171025023413411405770031003228A058AE${tail}`
    const [report] = run(decimal('AA', body)).messages[0]!.reports
    expect(report!.attributes).toMatchObject({
      ignition: true,
      external_power: true,
      charging: true,
      output_4: true,
      input_2: true,
      input_3: false,
      input_4: true,
    })
  })

  it.each([
    ['01', 'sos'],
    ['02', 'overspeed'],
    ['04', 'geofence_exit'],
    ['05', 'geofence_enter'],
    ['06', 'tow'],
    ['07', 'gps_antenna_cut'],
    ['10', 'power_cut'],
    ['11', 'power_on'],
    ['12', 'low_power'],
    ['13', 'low_battery'],
    ['40', 'vibration'],
    ['42', 'hard_acceleration'],
    ['43', 'hard_braking'],
    ['AA', null],
  ])('reads the type %s', (type, alarm) => {
    const body = `863835028447675|${status}4114057728A058AE${tail}`
    expect(run(decimal(type, body)).messages[0]!.reports[0]).toMatchObject({ alarm, event: alarm ?? 'position' })
  })

  it('reads a card', () => {
    const message = run(decimal('E2', '861172035926695|170912153257,-79.373853,43.765619,0A1B2C3D|')).messages[0]!
    expect(message.reports[0]).toMatchObject({ lon: -79.373853, lat: 43.765619, attributes: { driver: '0A1B2C3D' } })
    expect(message.acknowledgement?.toString()).toMatch(/^\$\$0014AAC3D\|[0-9A-F]{2}$/)
  })

  it('acknowledges what it cannot read, so that it is not resent forever', () => {
    const { messages } = run(decimal('AB', '861172035926695|heartbeat0042'))
    expect(messages[0]).toMatchObject({ number: '861172035926695', reports: [] })
    expect(messages[0]!.acknowledgement?.toString()).toMatch(/^\$\$0014AA0042[0-9A-F]{2}$/)
  })

  it('takes the form of fixed widths', () => {
    const [report] = run(hexadecimal(tight)).messages[0]!.reports
    expect(report).toMatchObject({
      fix_at: Date.UTC(2013, 5, 18, 8, 6, 57),
      valid: true,
      heading: 178,
      alarm: 'geofence_exit',
      seq: 14,
      attributes: { satellites: 7, odometer: 12_000, battery_volts: 3.8, network: { lac: 0x2531, cid: 0x62f5 } },
    })
    expect(report!.speed).toBeCloseTo(5.14444, 4)
  })

  it.each([
    ['decimal', decimal('AB', '861172035926695|0042')],
    ['hexadecimal', hexadecimal(tight)],
  ])('wraps what a person typed with its length and checksum, for a device with %s lengths', (_name, message) => {
    const { session } = run(message)
    const encoded = (text: string) => totem.encode!({ type: 'custom', text }, session as never)?.toString()
    expect(encoded('000000,025,C,1')).toBe(decimal('CF', '000000,025,C,1'))
    expect(encoded('000000,006')).toBe('$$0020CF000000,0061D')
    for (const whole of ['$$0014AA000000', '*000000,006#']) expect(encoded(whole)).toBe(whole)
    expect(totem.encode!({ type: 'interval', interval_s: 5 }, session as never)).toBeNull()
    expect(totem.encode!({ type: 'custom', text: 'x' }, totem.open())).toBeNull()
  })
})
