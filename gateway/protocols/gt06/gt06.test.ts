import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { crcX25 } from '../shared/crc_x25.ts'
import { gt06 } from './index.ts'
import { writeFrame } from './wire.ts'

describeFrames(gt06)

const login = '78780d01012345678901234500018cdd0d0a'
const heartbeat = '78780a13440604000201baaf540d0a'
const scan =
  '787808171709281135331491827b75594dc8d719a9708452cad719a9708550cad719a97086521491827b75574cac9e17b308085dc8d71939633947cad71939633a480700cc0400d37a3d5a00d37a3d5a00d37a3d5a00d37a3d5a00d37a3d5a00d37a3d5a00d37a3d5a0d0a'
const from = (hex: string) => drive(gt06, Buffer.from(hex, 'hex'))

describe('the framing of gt06', () => {
  it.each([
    ['a login', login, [login]],
    ['a scan, whose length counts its networks', scan, [scan]],
    ['a scan and a heartbeat', scan + heartbeat, [scan, heartbeat]],
    ['a frame with a lone 78 before it', `78ff${heartbeat}`, [heartbeat]],
    ['a frame behind one that was cut off', `78780a1344${heartbeat}`, [`78780a1344${heartbeat}`]],
    ['a frame behind a length that no device sends', `7979ffff${heartbeat}`, [heartbeat]],
  ])('finds %s, in pieces, too', (_name, stream, frames) => {
    expect(from(stream).frames).toEqual(frames)
    expect(drive(gt06, Buffer.from(stream, 'hex'), 1).frames).toEqual(frames)
  })

  it('takes an end inside a frame for a part of it', () => {
    const stream = writeFrame(0x9b, 7, Buffer.from('030d0a3031', 'hex'), true)
    expect(drive(gt06, stream, 1).frames).toEqual([stream.toString('hex')])
  })
})

describe('gt06', () => {
  it('has the checksum of its documents', () => {
    expect(crcX25(Buffer.from('0d0101234567890123450001', 'hex'))).toBe(0x8cdd)
  })

  it.each([
    ['0000', '2015-10-20T14:21:11.000Z'],
    ['3200', '2015-10-20T06:21:11.000Z'],
    ['190a', '2015-10-20T18:21:11.000Z'],
    ['2120', '2015-10-20T08:51:11.000Z'],
  ])('takes the zone %s of the login for the clock of the session', (zone, fix_at) => {
    const body = Buffer.from(`0123456789012345000${'1'}${zone}`, 'hex')
    const position = Buffer.from('0f0a140e150bc505e51e780293a9e800540000f601006e0055da', 'hex')
    const stream = Buffer.concat([writeFrame(1, 1, body), writeFrame(0x12, 2, position)])
    const [, message] = drive(gt06, stream).messages
    expect(new Date(message!.reports[0]!.fix_at!).toISOString()).toBe(fix_at)
  })

  it.each([
    ['12, which says its own', 0x12, '3200', '0f0a140e150b', '2015-10-20T06:21:11.000Z'],
    ['22, which says UTC', 0x22, '3200', '0f0a140e150b', '2015-10-20T14:21:11.000Z'],
    ['12 that says UTC, seen from the west', 0x12, '3208', '1a06010b3b00', '2026-06-01T11:59:00.000Z'],
    ['22 that says its own, seen from the east', 0x22, '3200', '1a0601133b00', '2026-06-01T11:59:00.000Z'],
    ['22 that is wrong', 0x22, '3200', '1a060a0b3b00', '2026-06-10T11:59:00.000Z'],
  ])('takes the time of %s', (_name, type, zone, time, fix_at) => {
    const body = Buffer.from(`01234567890123450001${zone}`, 'hex')
    const position = Buffer.from(`${time}c505e51e780293a9e800540000f601006e0055da`, 'hex')
    const stream = Buffer.concat([writeFrame(1, 1, body), writeFrame(type, 2, position)])
    const [, message] = drive(gt06, stream).messages
    expect(new Date(message!.reports[0]!.fix_at!).toISOString()).toBe(fix_at)
  })

  it('refuses a wrong checksum unless it is accepted', () => {
    const wrong = heartbeat.replace('af54', 'af55')
    expect(from(wrong)).toMatchObject({ messages: [], refused: ['checksum: is wrong'] })
    expect(drive(gt06, Buffer.from(wrong, 'hex'), 100, { forgive: true }).messages).toHaveLength(1)
  })

  it('refuses an IMEI that is not digits', () => {
    expect(drive(gt06, writeFrame(1, 1, Buffer.from('0a23456789012345', 'hex'))).refused).toEqual([
      'imei: is not digits',
    ])
  })

  it('answers with the time', () => {
    const { messages } = drive(gt06, writeFrame(0x8a, 3), 100, { now: Date.UTC(2026, 1, 3, 4, 5, 6) })
    expect(messages[0]!.acknowledgement!.toString('hex', 0, 12)).toBe('78780b8a1a02030405060003')
  })

  it.each([
    [0x00, null],
    [0x01, 'sos'],
    [0x02, 'power_cut'],
    [0x2c, 'crash'],
    [0x19, 'low_battery'],
    [0xc9, 'idle'],
  ])('reads the alarm %i as %s', (code, alarm) => {
    const body = Buffer.from('0b051b093523cf027ac8360c4657b30014000901cc00266a001e1740050400', 'hex')
    const stream = writeFrame(0x16, 8, Buffer.concat([body.subarray(0, -1), Buffer.of(code, 2)]))
    expect(drive(gt06, stream).messages[0]!.reports[0]).toMatchObject({ alarm, event: alarm ?? 'position', seq: 8 })
  })

  it('encodes commands, and reads their answers', () => {
    const session = gt06.open()
    const interval = gt06.encode!({ type: 'interval', interval_s: 30 }, session)!
    expect(interval.toString('latin1', 9, interval.length - 6)).toBe('TIMER,30,30#')
    expect(interval.subarray(0, 9).toString('hex')).toBe('787816801000000000')
    expect(gt06.encode!({ type: 'custom', text: 'STATUS#' }, session)!.subarray(-6, -4)).toEqual(Buffer.of(0, 2))
    expect(gt06.encode!({ type: 'interval', interval_s: 0 }, session)).toBeNull()
    expect(gt06.encode!({ type: 'custom', text: 'x'.repeat(300) }, session)).toBeNull()
    const answer =
      '78782d152500000000437574206f666620746865206675656c20737570706c793a2053756363657373210002013b898a0d0a'
    expect(from(answer).messages[0]).toMatchObject({
      answer: 'Cut off the fuel supply: Success!',
      acknowledgement: null,
    })
  })
})

describe('what models of gt06 do differently', () => {
  const gps = '0f0a140e150bc505e51e780293a9e8005400'
  const cell = '00f601006e0055da'
  const reportOf = (type: number, body: string, extended = false) =>
    drive(gt06, writeFrame(type, 2, Buffer.from(body, 'hex'), extended)).messages[0]!.reports[0]!

  it('takes 36 of length 35 with ignition, odometer, supply, battery and hours', () => {
    const message =
      '78783536190c1d0f2806cf026cc9140c367d4000540001cc0025ef0540e88c00000000000064051e2800001600000000000000006e5bc2660d0a'
    expect(from(message).messages[0]!.reports[0]!.attributes).toMatchObject({
      ignition: false,
      odometer: 100,
      power_volts: 13.1,
      battery_volts: 4,
      hours: 22 * 60,
      network: { mcc: 460, mnc: 0, lac: 0x25ef, cid: 0x0540e88c },
    })
  })

  it('takes no alarm from a heartbeat of length 15, but its battery and temperature', () => {
    const report = reportOf(0x13, '44060400026404051400000001030000')
    expect(report).toMatchObject({ alarm: null, attributes: { battery: 100, temperature_1: 25.9 } })
  })

  it('keeps the alarm behind a card in 12', () => {
    const [odometer, card, alarm] = ['000003e8', '03313233', '0201']
    const report = reportOf(0x12, `${gps}${cell}${odometer}${card}${alarm}`)
    expect(report).toMatchObject({ alarm: 'power_cut', attributes: { odometer: 1000, card: '123' } })
  })

  it('raises no alarm for an event of a camera that has no name', () => {
    expect(reportOf(0x95, '130a07122320a5')).toMatchObject({ alarm: null, attributes: { reason: 0xa5 } })
    expect(reportOf(0x95, '130a0209321c90')).toMatchObject({ alarm: 'hard_acceleration' })
  })

  it('answers F1 and F2', () => {
    const message = '79790016f26718e430000c0a470000000010020000000024bff50d0a'
    expect(from(message).messages[0]!.acknowledgement).toEqual(writeFrame(0xf2, 0x24, undefined, true))
    const f1 = writeFrame(0xf1, 7, Buffer.from('6718e43000040101', 'hex'), true)
    expect(drive(gt06, f1).messages[0]!.acknowledgement).toEqual(writeFrame(0xf1, 7, undefined, true))
  })

  it('keeps the reason when module 2B has another, and a repeated cell once', () => {
    expect(reportOf(0x70, '0034000110002b000116', true).attributes).toMatchObject({ reason: 0x10 })
    const cells = '0f0a140e150b01cc00'.concat('25ef0540e850'.repeat(7), 'ff')
    expect(reportOf(0x28, cells).attributes).toEqual({
      network: { mcc: 460, mnc: 0, lac: 0x25ef, cid: 0x0540e8, signal: -80 },
    })
  })
})
