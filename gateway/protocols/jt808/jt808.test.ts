import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive, framesOf, NOON } from '../../../tests/gateway/protocols/frames/read.ts'
import { jt808 } from './index.ts'
import { writeFrame } from './wire.ts'

describeFrames(jt808)

const head = Buffer.from('013800138000', 'hex')
const head2019 = Buffer.from('0100000000013800138000', 'hex')
const message = (type: number, body: string, of = head) => writeFrame(type, of, 7, Buffer.from(body, 'hex'))
const decode = (type: number, body: string, of = head) => drive(jt808, message(type, body, of))
/** A fix at 31.2°, 121.5°, 50 km/h, 90°, 2026-03-01 08:00 in China. */
const location = (alarms = '00000000', status = '00000003', items = '') =>
  `${alarms}${status}01dc1300073df160000a01f4005a260301080000${items}`
const reportOf = (...parts: Parameters<typeof location>) => decode(0x0200, location(...parts)).messages[0]!.reports[0]!

describe('the framing of jt808', () => {
  it('escapes 7E and 7D, and takes them back', () => {
    const body = location('00000000', '00000003', '0b017d0c017e')
    const frame = message(0x0200, body)
    expect(frame.toString('hex')).toContain('0b017d010c017d02')
    expect(drive(jt808, frame).messages[0]!.reports[0]!.attributes).toMatchObject({ io_11: 0x7d, io_12: 0x7e })
  })

  it('takes one flag between two messages as the end of the first and lost start of the second', () => {
    const frame = message(0x0200, location())
    const { messages } = drive(jt808, Buffer.concat([frame, Buffer.of(0x7e), frame, frame]))
    expect(messages.length).toBe(3)
  })

  it('refuses a wrong checksum and a wrong length', () => {
    const frame = message(0x0200, location())
    frame[20] = frame[20]! ^ 1
    expect(drive(jt808, frame).refused).toEqual(['checksum: is wrong'])
    expect(drive(jt808, frame, frame.length, { forgive: true }).messages.length).toBe(1)
  })

  it('puts the parts of stored locations together, and answers each', () => {
    const batch = `000201001c${location()}001c${location()}`
    const parts = [batch.slice(0, 40), batch.slice(40, 90), batch.slice(90)].map((body, i) => part(0x0704, i, 3, body))
    const { messages } = drive(jt808, Buffer.concat([parts[0]!, parts[2]!, parts[1]!]))
    expect(messages.map(({ reports }) => reports.length)).toEqual([0, 0, 2])
    expect(messages.every(({ acknowledgement }) => acknowledgement !== null)).toBe(true)
    expect(messages[2]!.reports[1]).toMatchObject({ valid: true, heading: 90 })
  })

  it('keeps no pictures, and says so', () => {
    const { messages } = drive(jt808, part(0x0801, 0, 2, 'ff'.repeat(100)))
    expect(messages[0]).toMatchObject({ reports: [] })
    expect(messages[0]!.acknowledgement!.toString('hex')).toContain('080103')
  })
})

function part(type: number, index: number, count: number, body: string): Buffer {
  const content = Buffer.from(
    [
      type.toString(16).padStart(4, '0'),
      (0x2000 | (body.length / 2)).toString(16),
      head.toString('hex'),
      (100 + index).toString(16).padStart(4, '0'),
      count.toString(16).padStart(4, '0'),
      (index + 1).toString(16).padStart(4, '0'),
      body,
    ].join(''),
    'hex',
  )
  const sum = content.reduce((xor, byte) => xor ^ byte, 0)
  return Buffer.concat([Buffer.of(0x7e), content, Buffer.of(sum), Buffer.of(0x7e)])
}

describe('jt808', () => {
  it('reads a location, whose time is that of China', () => {
    expect(reportOf()).toMatchObject({
      fix_at: Date.UTC(2026, 2, 1, 0, 0, 0),
      valid: true,
      lat: 31.2,
      lon: 121.5,
      altitude: 10,
      heading: 90,
      attributes: { ignition: true, blocked: false },
    })
    expect(reportOf().speed).toBeCloseTo(50 / 3.6, 6)
    expect(reportOf('00000000', '00000c0e')).toMatchObject({ lat: -31.2, lon: -121.5, attributes: { blocked: true } })
  })

  // JT/T 808-2013, table 24. The reference calls bits 7 and 18 a low battery, and 8 a device that was switched off.
  it.each([
    ['00000001', 'sos'],
    ['00000002', 'overspeed'],
    ['00000004', 'fatigue'],
    ['00000020', 'gps_antenna_cut'],
    ['00000080', 'low_power'],
    ['00000100', 'power_cut'],
    ['00040000', 'fatigue'],
    ['00080000', 'parking'],
    ['00100000', 'geofence'],
    ['02000000', 'fuel_leak'],
    ['04000000', 'tow'],
    ['10000000', 'movement'],
    ['20000000', 'crash'],
    ['40000000', 'crash'],
    ['60000000', 'crash'],
    ['80000000', 'door'],
    ['00020000', 'tamper'],
    ['00000200', null],
  ])('reads the alarm flags %s as %s', (flags, alarm) => {
    expect(reportOf(flags)).toMatchObject({ alarm, attributes: { reason: Number.parseInt(flags, 16) } })
  })

  it('names all alarms where there are several, the most urgent first', () => {
    expect(reportOf('00000083')).toMatchObject({ alarm: 'sos', attributes: { alarms: 'sos overspeed low_power' } })
  })

  it('reads bits 15 to 17 as the standard of 2019 where the header is of 2019', () => {
    const [report] = decode(0x0200, location('00010000'), head2019).messages[0]!.reports
    expect(report!.alarm).toBe('tyre_pressure')
  })

  it.each([
    ['0104000003e8', { odometer: 100_000 }],
    ['020200c8', { fuel_litres: 20 }],
    ['02028032', { fuel: 50 }],
    ['03020064', { obd_speed: 2.77777777778 }],
    ['12060000000005 00'.replace(' ', ''), { geofence: 5 }],
    ['2504000000053001173101 09'.replace(' ', ''), { inputs: 5, rssi: 23, satellites: 9 }],
    ['06028005', { temperature_1: -5 }],
    ['eb0b000300e164000400ce04b0', { battery: 100, power_volts: 12 }],
    ['e4020056', { charging: true, battery: 86 }],
    ['c903123456', { io_201: 0x123456 }],
    ['c900', {}],
  ])('reads the items %s', (items, attributes) => {
    expect(reportOf('00000000', '00000003', items).attributes).toMatchObject(attributes)
  })

  it('knows which way a fence was crossed', () => {
    expect(reportOf('00100000', '00000003', '1206000000000501').alarm).toBe('geofence_exit')
  })

  it('ignores the rest after an item that is longer than the message', () => {
    expect(reportOf('00000000', '00000003', '300117ff7f01')).toMatchObject({ valid: true, attributes: { rssi: 23 } })
  })

  it('registers any device with a key, and accepts any key', () => {
    const [registered] = decode(0x0100, '002c012f').messages
    expect(registered).toMatchObject({ number: '13800138000', reports: [] })
    expect(registered!.acknowledgement).toEqual(
      writeFrame(0x8100, head, 0, Buffer.concat([Buffer.of(0, 7, 0), Buffer.from('013800138000')])),
    )
    expect(registered!.refusal).toEqual(writeFrame(0x8100, head, 0, Buffer.of(0, 7, 4)))
    expect(decode(0x0102, '313233').messages[0]!.acknowledgement).toEqual(
      writeFrame(0x8001, head, 0, Buffer.from('0007010200', 'hex')),
    )
  })

  it('tells the time', () => {
    const { acknowledgement } = drive(jt808, message(0x0109, ''), undefined, { now: NOON }).messages[0]!
    expect(acknowledgement).toEqual(writeFrame(0x8109, head, 0, Buffer.from('07ea06010c0000', 'hex')))
  })

  it('tells the time to a lock that asks in text', () => {
    const { messages } = drive(jt808, Buffer.from('(794104004140,1,001,BASE,2,TIME)'))
    expect(messages[0]).toMatchObject({ number: '794104004140', reports: [] })
    expect(messages[0]!.acknowledgement?.toString()).toBe('(794104004140,1,001,BASE,2,20260601120000)')
    expect(drive(jt808, Buffer.from('(027044702512BP00)')).refused).toEqual(['frame: has no number'])
  })

  it.each([
    [0x0001, '000181030 0'.replace(' ', ''), 'done'],
    [0x0001, '0001810303', 'not supported'],
    [0x0104, '00010200000029040000001e0000001304746573 74'.replace(' ', ''), '0029=30 0013=1952805748'],
    [0x6006, '4f4b', 'OK'],
  ])('takes %x %s as the answer to a command', (type, body, answer) => {
    expect(decode(type, body).messages[0]).toMatchObject({ answer })
  })

  it('keeps unknown data that is passed through', () => {
    expect(decode(0x0900, '0a68656c6c6f').messages[0]!.reports[0]!.attributes).toEqual({ type: 10, data: 'hello' })
    expect(decode(0x0900, '0aff00').messages[0]!.reports[0]!.attributes).toEqual({ type: 10, data: 'ff00' })
  })

  it.each([
    [
      { type: 'interval', interval_s: 30 } as const,
      head,
      writeFrame(0x8103, head, 1, Buffer.from('0100000029040000001e', 'hex')),
    ],
    [{ type: 'custom', text: 'STATUS#' } as const, head, writeFrame(0x8300, head, 1, Buffer.from('\u0001STATUS#'))],
    [
      { type: 'custom', text: 'STATUS#' } as const,
      head2019,
      writeFrame(0x8300, head2019, 1, Buffer.from('\u0001\u0001STATUS#')),
    ],
    [{ type: 'custom', text: '8105:64' } as const, head, writeFrame(0x8105, head, 1, Buffer.of(0x64))],
    [{ type: 'custom', text: '8104' } as const, head, writeFrame(0x8104, head, 1, Buffer.alloc(0))],
  ])('encodes the command %j', (command, of, bytes) => {
    const { session } = drive(jt808, message(0x0002, '', of))
    expect(jt808.encode!(command, session as never)).toEqual(bytes)
    expect(jt808.encode!(command, jt808.open())).toBeNull()
  })

  it('reads all its recorded numbers without leading zeros', () => {
    for (const { expect: wanted } of framesOf('jt808')) expect(wanted.number ?? '1').toMatch(/^(0|[1-9]\d*)$/)
  })
})
