import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { eelink } from './index.ts'
import { writePackage } from './wire.ts'

describeFrames(eelink)

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')
const one = (type: number, content: string) => drive(eelink, writePackage(type, 7, hex(content), null)).messages[0]!

const time = '5c37387c'
const gps = '04e4e1b4 f8194fa8 0016 0013 0094 08'
const cell = '012e 0370 2d87 06453c6e 5b'

describe('eelink', () => {
  it('answers a sign-in with the time, the version and no action', () => {
    const message = one(0x01, '0352544071750518 01 04')
    expect(message.number).toBe('352544071750518')
    expect(message.acknowledgement!.toString('hex')).toMatch(/^67670100090007[0-9a-f]{8}000100$/)
  })

  it.each([
    ['01', 'power_cut'],
    ['02', 'sos'],
    ['03', 'low_battery'],
    ['04', 'vibration'],
    ['05', 'movement'],
    ['08', 'gps_antenna_cut'],
    ['25', 'tamper'],
    ['81', 'low_speed'],
    ['82', 'overspeed'],
    ['83', 'geofence_enter'],
    ['84', 'geofence_exit'],
    ['85', 'crash'],
    ['86', 'fall'],
    ['7f', null],
  ])('raises the warning %s: %s, of both protocols', (code, alarm) => {
    expect(one(0x14, `${time} 03 ${gps} ${cell} ${code} 067f`).reports[0]).toMatchObject({ alarm, valid: true })
    const old = `${time} 04e4e1b4 f8194fa8 13 0094 012e 0370 2d87 453c6e 01 ${code}`
    expect(one(0x04, old).reports[0]).toMatchObject({
      alarm,
      valid: true,
      attributes: { reason: Number.parseInt(code, 16) },
    })
  })

  // Bit 6 of the status says that fuel and power are connected. The reference takes it for the opposite in new packages,
  // where a car that drives at 70 km/h would be blocked.
  it.each([
    ['0020', true],
    ['0060', false],
    ['0040', undefined],
  ])('has the status %s blocked: %s', (status, blocked) => {
    expect(one(0x12, `${time} 01 ${gps} ${status}`).reports[0]!.attributes!.blocked).toBe(blocked)
    expect(one(0x03, status).reports[0]!.attributes!.blocked).toBe(blocked)
  })

  it.each([
    ['067f', true],
    ['067e', false],
  ])('takes the fix of the status %s: %s', (status, valid) => {
    expect(one(0x12, `${time} 01 ${gps} ${status}`).reports[0]).toMatchObject({ valid, lat: expect.any(Number) })
  })

  it('has cells and wireless networks by the flags', () => {
    const more = '2d88 00000009 50'
    const wifi = 'f0b429dd82ca c4'
    const lte = '05 09 012e 0370 2d87 0001 00000007 0000 0000 0000 b0 f0b429dd82cb c5'
    const [report] = one(0x12, `${time} 96 ${cell} ${more} ${wifi} ${lte} 0400`).reports
    expect(report).toMatchObject({ valid: false, lat: null })
    expect(report!.attributes).toMatchObject({
      network: [
        { mcc: 302, mnc: 880, lac: 11655 },
        { lac: 0x2d88, cid: 9, signal: 80 },
        { cid: 7, signal: -80 },
      ],
      wifi: [
        { mac: 'f0:b4:29:dd:82:ca', signal: -60 },
        { mac: 'f0:b4:29:dd:82:cb', signal: -59 },
      ],
    })
  })

  it('reads as many measures as the package has', () => {
    const measures = '1158 0571 0000 001b067f 8d24 8d24 0313 0205 1980 0123 00000200 000001f4 01cc'
    const tags = '01 00 112233445566 c4 00 00 00 0bb8 1900 0007'
    expect(one(0x12, `${time} 01 ${gps} 067f ${measures} ${tags}`).reports[0]!.attributes).toMatchObject({
      battery_volts: 4.44,
      adc_1: 1.393,
      odometer: 1771135,
      steps: 787,
      temperature_1: 25.5,
      humidity: 29.1,
      light: 2,
      co2: 500,
      temperature_2: 28.75,
      beacons: [{ mac: '11:22:33:44:55:66', signal: -60, battery_volts: 3, temperature: 25, data: 7 }],
    })
    expect(one(0x12, `${time} 01 ${gps} 067f 1158`).reports[0]!.attributes).toMatchObject({ battery_volts: 4.44 })
  })

  it('answers each package in a wrap, with the wrap', () => {
    const wrapped = writePackage(0x03, 9, hex('0077'), '352544071677471')
    const { messages } = drive(eelink, wrapped, 1)
    expect(messages[0]).toMatchObject({ number: '352544071677471', reports: [{ attributes: { ignition: true } }] })
    expect(messages[0]!.acknowledgement).toEqual(writePackage(0x03, 9, Buffer.alloc(0), '352544071677471'))
    wrapped[5]! ^= 1
    expect(drive(eelink, wrapped).refused).toEqual(['checksum: is wrong'])
    expect(drive(eelink, wrapped, 100, { forgive: true }).messages).toHaveLength(1)
  })

  it('acknowledges neither places of protocol 1.8 nor data, and what it does not know', () => {
    expect(one(0x02, `${time} 04e4e1b4 f8194fa8 13 0094 012e 0370 2d87 453c6e 01`).acknowledgement).toBeNull()
    expect(one(0x81, '0102')).toMatchObject({ acknowledgement: null, reports: [{ attributes: { data: '0102' } }] })
    expect(one(0x1f, '0102')).toMatchObject({ reports: [], acknowledgement: expect.any(Buffer) })
  })

  it('encodes commands as the device wraps its own, and reads their answers', () => {
    const session = eelink.open()
    const content = (text: string) => Buffer.concat([Buffer.of(1, 0, 0, 0, 0), Buffer.from(text)])
    const where = { type: 'custom', text: 'WHERE#' } as const
    expect(eelink.encode!(where, session)).toEqual(writePackage(0x80, 0, content('WHERE#'), null))
    eelink.decode(writePackage(0x03, 9, hex('0077'), '352544071677471'), session, { forgive: false, now: 0 })
    expect(eelink.encode!(where, session)).toEqual(writePackage(0x80, 0, content('WHERE#'), '352544071677471'))
    expect(eelink.encode!({ type: 'interval', interval_s: 30 }, eelink.open())!.toString()).toContain('TIMER,30,1#')
    const answer = one(0x80, Buffer.concat([Buffer.of(1, 0, 0, 0, 0), Buffer.from('RELAY OK')]).toString('hex'))
    expect(answer).toMatchObject({ answer: 'RELAY OK', reports: [{ attributes: { result: 'RELAY OK' } }] })
  })
})
