import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { meitrack } from './index.ts'

describeFrames(meitrack)

/** A message with its length and checksum right. */
function message(rest: string, miscount = 0): Buffer {
  const body = `,${rest}*`
  const head = Buffer.from(`$$A${body.length + 4 + miscount}${body}`, 'latin1')
  const sum = head.reduce((total, byte) => (total + byte) & 0xff, 0)
  return Buffer.concat([head, Buffer.from(`${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`)])
}

const position = '353358017784062,AAA,35,7.887840,98.375193,200202020238,A,12,4,36,279,0.6,45,32121,442492'
const text = message(`${position},520|3|12DF|015273E2,0000,0000|0000|0000|018D|04F0,00000001,,1,0000`)
const packed =
  '24245838362c3336393830303031343039303032312c4343432c020134000100000023381f91ffe354b806c5e3121b0009130000000000000000d33801007cbf0200fe0101000435feeb02000500a3010000000000002a62650d0a'
const framesOf = (stream: Buffer, size?: number) => drive(meitrack, stream, size).frames
const reportOf = (rest: string) => drive(meitrack, message(`${position},${rest}`)).messages[0]!.reports[0]!

describe('the framing of meitrack', () => {
  it.each([
    ['the text of a T1', '$$N127,863071018380306,AAA,35,-1.302680,36.852135,150409210', '6c'],
    ['text of half a message before it', '$$A100,353358017784062,AAA,35,7.8', ''],
    ['a length that no message has', '$$A99999,', ''],
    ['a dollar sign too much', '$', ''],
  ])('finds the message behind %s', (_name, before) => {
    const stream = Buffer.concat([Buffer.from(before), text])
    for (const size of [stream.length, 1]) expect(framesOf(stream, size)).toEqual([text.toString('hex')])
  })

  it('takes the length of packed records, and the end of text', () => {
    expect(framesOf(Buffer.from(packed, 'hex'))).toEqual([packed])
    for (const miscount of [1, -1]) {
      const frame = message('864606044993987,D82,0', miscount)
      expect(framesOf(Buffer.concat([frame, text]))).toEqual([frame, text].map((each) => each.toString('hex')))
    }
  })

  it('skips packed records whose length does not lead to an end', () => {
    const stream = Buffer.from(packed.replace('2a62650d0a', '2a62650d00'), 'hex')
    expect(framesOf(Buffer.concat([stream, text]))).toEqual([text.toString('hex')])
  })

  it('does not wait for a missing end', () => {
    const stream = Buffer.concat([Buffer.from(`$$A20,1,AAA,${'1'.repeat(100)}`), text])
    expect(framesOf(stream)).toEqual([text.toString('hex')])
  })
})

describe('meitrack', () => {
  it('refuses a wrong checksum unless it is accepted', () => {
    const wrong = Buffer.from(text)
    wrong[wrong.length - 3]! ^= 1
    expect(drive(meitrack, wrong)).toMatchObject({ messages: [], refused: ['checksum: is wrong'] })
    expect(drive(meitrack, wrong, wrong.length, { forgive: true }).messages).toHaveLength(1)
  })

  it.each([
    ['the default', '0|0|0|018D|04F0', { battery_volts: 3.97, power_volts: 12.64 }],
    ['an MVT380', '0009|000A||0278|0100', { battery_volts: 3.703125, power_volts: 12 }],
    ['a T1', '0|0|0|0A47|03E3', { battery_volts: 4.23940429687, power_volts: 12.826171875 }],
    ['the first firmware', '166|204|205|2709|878', { battery_volts: 4.36508789062, power_volts: 11.31796875 }],
    ['volts', '4.10|12.50|3.00|3.30|2.90', { battery_volts: 4.1, power_volts: 12.5 }],
  ])('reads the voltages of %s', (_name, voltages, attributes) => {
    expect(reportOf(`520|3|12DF|015273E2,0400,${voltages},,`).attributes).toMatchObject({ inputs: 4, ...attributes })
  })

  it.each([
    ['3', '010109|02FF9C', { temperature_1: 2.65, temperature_2: -1 }],
    ['1', '011A32|02F614', { temperature_1: 26.5, temperature_2: -10.2 }],
    ['3', '002134|010109', { temperature_1: 85, temperature_2: 2.65 }],
  ])('reads temperatures of version %s: %s', (version, temperatures, attributes) => {
    const more = `,,,${version},1905,${temperatures},0,0`
    const report = reportOf(`520|3|12DF|015273E2,0000,0|0|0|018D|04F0${more}`)
    expect(report.attributes).toMatchObject({ fuel: 25.05, ...attributes })
  })

  it('reads the driver from the event', () => {
    const rest = `${position.replace(',35,', ',37,')},520|3|12DF|015273E2,0000,0|0|0|018D|04F0,8F3A21,,1,0000`
    expect(drive(meitrack, message(rest)).messages[0]!.reports[0]!.attributes).toMatchObject({ driver: '8F3A21' })
  })

  it.each([
    ['1', 'sos'],
    ['17', 'low_battery'],
    ['23', 'power_cut'],
    ['44', 'jamming'],
    ['79', 'fall'],
    ['129', 'hard_braking'],
    ['35', null],
  ])('reads the event %s as %s', (event, alarm) => {
    const [said] = drive(meitrack, message(position.replace(',35,', `,${event},`))).messages
    expect(said!.reports[0]).toMatchObject({ alarm, event: alarm ?? 'position', speed: 10 })
  })

  it.each([
    ['a position with a number before it', position.replace('AAA,', 'AFF,0004,'), 1],
    ['what a command is answered with', '353358017784062,A12,OK', 1],
    ['that a picture was taken', '353358017784062,D03,OK', 0],
  ])('takes %s', (_name, rest, reports) => {
    expect(drive(meitrack, message(rest)).messages[0]!.reports).toHaveLength(reports)
  })

  it.each([
    ['353358017784062,AAA,35,97.887840,98.375193,200202020238,A,1', 'lat: 97.88784 is not between -90 and 90'],
    ['353358017784062,AAA,35,north', 'position: is not event,latitude,longitude,time,A or V'],
    ['353358017784062,CCC,\x02\x01\x10\x00\x00\x00\x00\x00', 'record length: 16 is less than 52'],
    ['353358017784062,CCE,\x00\x00\x00\x00\xff\xff', 'count: 65535 is more than 1000'],
    ['353358017784062,CCE,\x00\x00\x00\x00\x02\x00\x03\x00\x00\x00\x01', 'byte 3: 1 more are needed, 0 are left'],
  ])('refuses %j', (rest, reason) => {
    expect(drive(meitrack, message(rest)).refused).toEqual([reason])
  })

  it('encodes commands', () => {
    const session = meitrack.open()
    expect(meitrack.encode!({ type: 'interval', interval_s: 60 }, session)).toBeNull()
    meitrack.decode(text, session, { forgive: false, now: 0 })
    const encoded = (command: Parameters<NonNullable<typeof meitrack.encode>>[0]) =>
      meitrack.encode!(command, session)?.toString('latin1')
    expect(encoded({ type: 'interval', interval_s: 60 })).toMatch(/^@@A27,353358017784062,A12,6\*[0-9A-F]{2}\r\n$/)
    expect(encoded({ type: 'interval', interval_s: 0 })).toMatch(/^@@B27,353358017784062,A12,0\*/)
    expect(encoded({ type: 'custom', text: 'A10' })).toMatch(/^@@C25,353358017784062,A10\*/)
    expect(encoded({ type: 'custom', text: '@@O29,1,A10*00' })).toBe('@@O29,1,A10*00\r\n')
  })
})
