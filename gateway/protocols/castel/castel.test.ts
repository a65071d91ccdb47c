import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { castel } from './index.ts'
import { writeFrame } from './wire.ts'

describeFrames(castel)

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')
const id = Buffer.from('213GDS2021000052\0\0\0\0')
/** A message of the device has the form of the server's. */
const one = (version: number, type: number, body: string) =>
  drive(castel, writeFrame(version, id, type, hex(body))).messages[0]!

const statistics = (status = '00020400') =>
  `cee93667 d0e93667 e8030000 0a000000 64000000 0000 ${status} 003e00400000001c`
const place = '0f0b18061b13 4c96d604 106e7218 e803 0a05 b7'

describe('castel', () => {
  it.each([
    ['01', 'overspeed'],
    ['02', 'low_power'],
    ['04', 'hard_acceleration'],
    ['07', 'tow'],
    ['0b', 'lane_change'],
    ['0c', 'hard_cornering'],
    ['0e', 'power_off'],
    ['11', 'crash'],
    ['12', 'tamper'],
    ['1c', 'vibration'],
  ])('raises alarm %s: %s, and answers with its number', (kind, alarm) => {
    const message = one(4, 0x4007, `07000000 ${statistics()} 01 ${place} 01 01 ${kind} 0000 0000`)
    expect(message.reports[0]).toMatchObject({ alarm, valid: true, speed: 10, heading: 129 })
    expect(message.reports[0]!.attributes).toMatchObject({ satellites: 11, odometer: 1000, trip: 10 })
    expect(message.acknowledgement!.toString('hex', 25, 31)).toBe('c00707000000')
  })

  // The reference drops it; an alarm where there is no reception is no less an alarm.
  it('keeps an alarm without a place, and none that has ended', () => {
    expect(one(4, 0x4007, `07000000 ${statistics()} 00 01 01 11 0000 0000`).reports).toMatchObject([
      { alarm: 'crash', lat: null, fix_at: 0x6736e9d0 * 1000 },
    ])
    expect(one(4, 0x4007, `07000000 ${statistics()} 00 01 00 11 0000 0000`).reports).toEqual([])
  })

  it.each([
    ['16', true],
    ['17', false],
  ])('has the ignition of alarm %s', (kind, ignition) => {
    const { reports } = one(4, 0x4007, `07000000 ${statistics()} 01 ${place} 01 01 ${kind} 0000 0000`)
    expect(reports[0]).toMatchObject({ alarm: null, attributes: { ignition } })
  })

  it.each([
    ['10000400', 'hard_acceleration'],
    ['20000400', 'hard_braking'],
    ['40000400', 'idle'],
    ['00400400', 'crash'],
    ['01000400', null],
  ])('has the alarm of the state %s: %s', (status, alarm) => {
    expect(one(4, 0x4001, `00 ${statistics(status)} 01 ${place}`).reports[0]).toMatchObject({ alarm })
  })

  it('reads parameters up to one whose length is not known', () => {
    const { reports } = one(4, 0x4005, `${statistics()} 00 04 0521 0c21 ff21 0d21 5a 4908 0102 32`)
    expect(reports[0]!.attributes).toMatchObject({ coolant_temperature: 90, rpm: 2121 })
    expect(reports[0]!.attributes).not.toHaveProperty('obd_speed')
  })

  it('reads trouble codes of cars and of trucks', () => {
    expect(one(4, 0x4006, `${statistics()} 00 02 2603 0080`).reports[0]).toMatchObject({
      event: 'fault',
      attributes: { faults: 'P0326 B0000' },
    })
    expect(one(4, 0x400b, `${statistics()} 00 01 2603 0301`).reports[0]!.attributes).toMatchObject({ faults: 'P0326' })
  })

  it('answers heartbeats of both variants', () => {
    expect(one(4, 0x1003, '').acknowledgement!.toString('hex', 25, 27)).toBe('9003')
    const tracker = `${place} 00000000 32 e8030000 000000 0700 0900`
    const message = one(0x0c, 0x4206, `00 02 ${tracker} ${tracker}`)
    expect(message.acknowledgement!.toString('hex', 25, 27)).toBe('8206')
    expect(message.reports).toHaveLength(2)
    expect(message.reports[1]!.attributes).toMatchObject({ battery: 50, odometer: 1000, network: { lac: 7, cid: 9 } })
  })

  it('encodes a message by its type and content, in the version of the device', () => {
    const session = castel.open()
    expect(castel.encode!({ type: 'custom', text: '4583 01' }, session)).toBeNull()
    castel.decode(writeFrame(0x0c, id, 0x4206, hex('00 00')), session, { forgive: false, now: 0 })
    expect(castel.encode!({ type: 'custom', text: '4583 01' }, session)).toEqual(
      writeFrame(0x0c, id, 0x4583, Buffer.of(1)),
    )
    expect(castel.encode!({ type: 'custom', text: 'stop' }, session)).toBeNull()
    expect(castel.encode!({ type: 'interval', interval_s: 10 }, session)).toBeNull()
  })

  it('reads an answer', () => {
    const body = `0100 01 01 00 02 0110 0200 3330 0210 0100 31`
    expect(one(4, 0xa002, body)).toMatchObject({ answer: '1001=30 1002=1' })
  })

  it('refuses a wrong checksum unless it is accepted', () => {
    const wrong = writeFrame(4, id, 0x1003, Buffer.alloc(0))
    wrong[wrong.length - 3]! ^= 1
    expect(drive(castel, wrong).refused).toEqual(['checksum: is wrong'])
    expect(drive(castel, wrong, 100, { forgive: true }).messages).toHaveLength(1)
  })
})
