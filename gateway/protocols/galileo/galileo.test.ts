import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive } from '../../../tests/gateway/protocols/frames/read.ts'
import { crc16 } from '../shared/crc16.ts'
import { galileo } from './index.ts'
import { tagSize } from './tags.ts'

describeFrames(galileo)

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')

function message(kind: number, text: string, archive = false): Buffer {
  const body = hex(text)
  const frame = Buffer.concat([Buffer.of(kind, 0, 0), body])
  frame.writeUInt16LE(body.length | (archive ? 0x8000 : 0), 1)
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(crc16(frame, 0xffff))
  return Buffer.concat([frame, sum])
}
const one = (text: string) => drive(galileo, message(1, text)).messages[0]!

const imei = `03 ${Buffer.from('868204001549087').toString('hex')}`
const fix = '20 3caa9f5b 30 0c 830a7901 ca0ec802 33 3400 b802 34 b802'

describe('galileo', () => {
  it('finds a message as its document frames it', () => {
    const stream = '011780011102e603383633353931303238393630323437043200801c'
    expect(drive(galileo, hex(stream), 1)).toMatchObject({
      frames: [stream],
      messages: [{ number: '863591028960247' }],
    })
  })

  it('acknowledges with the checksum, for stored records too', () => {
    const frame = message(1, `${imei} ${fix}`, true)
    const { messages } = drive(galileo, frame, 1)
    expect(messages[0]!.acknowledgement).toEqual(Buffer.concat([Buffer.of(2), frame.subarray(-2)]))
    expect(messages[0]!.reports[0]).toMatchObject({ valid: true, heading: 69.6, altitude: 696 })
  })

  it('begins a record with a tag that the record has already', () => {
    const { reports, number } = one(`${imei} 10 0100 ${fix} 10 0200 ${fix} 40 0080`)
    expect(number).toBe('868204001549087')
    expect(reports.map(({ attributes }) => attributes!.index)).toEqual([1, 2])
    expect(reports.map(({ alarm }) => alarm)).toEqual([null, 'general'])
  })

  it('keeps what stands before a tag that is not known', () => {
    const { reports, acknowledgement } = one(`${fix} 41 e02e ef 0102 41 0000`)
    expect(reports).toHaveLength(1)
    expect(reports[0]!.attributes).toMatchObject({ power_volts: 12 })
    expect(acknowledgement).not.toBeNull()
  })

  it('has the place of cells as no fix', () => {
    expect(one(fix.replace('30 0c', '30 20')).reports[0]).toMatchObject({ valid: false, lat: 24.709763 })
  })

  it('reads sensors, the vehicle and keys', () => {
    const tags = [
      '40 0142',
      '41 2c2f',
      '42 0d10',
      '43 f6',
      '44 58020000',
      '45 0100',
      '46 0300',
      '50 e803',
      '58 0700',
      '60 6400',
      '63 c80005',
      '70 01e7',
      '71 0280',
      '88 f0',
      '90 39300000',
      'c0 14000000',
      'c1 7d5a401f',
      'c2 64000000',
      'd4 e8030000',
      'e2 05000000',
      'fe 0600 0100 07000000',
    ]
    expect(one(`${fix} ${tags.join(' ')}`).reports[0]!.attributes).toMatchObject({
      ignition: true,
      motion: true,
      armed: true,
      power_volts: 12.076,
      battery_volts: 4.109,
      temperature: -10,
      x: 600,
      y: 0,
      z: 0,
      outputs: 1,
      inputs: 3,
      adc_1: 1,
      fuel_sensor_1: 7,
      fuel_sensor_3: 100,
      fuel_sensor_6: 200,
      fuel_temperature_6: 5,
      temperature_1: -25,
      fuel_temperature_1: -16,
      driver: '12345',
      fuel_used_litres: 10,
      fuel: 50,
      coolant_temperature: 50,
      rpm: 1000,
      obd_odometer: 500,
      odometer: 1000,
      io_226: 5,
      io_257: 7,
    })
    // A sensor that is not connected.
    expect(one(`${fix} 71 0280`).reports[0]!.attributes).not.toHaveProperty('temperature_2')
  })

  it.each([
    [0x03, 15],
    [0x30, 9],
    [0x47, 4],
    [0x5c, 68],
    [0x6f, 3],
    [0x80, 3],
    [0xd5, 1],
    [0xe1, 0],
    [0xef, null],
  ])('knows how long tag %i is: %s', (tag, size) => {
    expect(tagSize(tag)).toBe(size)
  })

  it('acknowledges parts of a picture', () => {
    const frame = message(7, '00 ffd8ffe0')
    expect(drive(galileo, frame).messages[0]).toMatchObject({
      reports: [],
      acknowledgement: Buffer.concat([Buffer.of(7), frame.subarray(-2)]),
    })
  })

  it('reads compressed records, of the year that is not in the future', () => {
    const seconds = BigInt((Date.UTC(2026, 2, 1) - Date.UTC(2026, 0)) / 1000)
    const [lon, lat] = [
      BigInt(Math.round(((174.75 + 180) / 360) * 2 ** 22)),
      BigInt(Math.round(((-36.5 + 90) / 180) * 2 ** 21)),
    ]
    const bits = (((((seconds << 1n) | 0n) << 22n) | lon) << 21n) | lat
    const head = (((bits << 1n) | 1n) << 9n).toString(16).padStart(20, '0')
    const frame = message(8, `${head} 02 41 43 e02e 19`)
    const [report] = drive(galileo, frame, 1).messages[0]!.reports
    expect(report).toMatchObject({ fix_at: Date.UTC(2026, 2, 1), valid: true, alarm: 'general' })
    expect(report!.lat).toBeCloseTo(-36.5, 4)
    expect(report!.lon).toBeCloseTo(174.75, 4)
    expect(report!.attributes).toEqual({ power_volts: 12, temperature: 25 })
  })

  it('reads a message through Iridium, with its own place or the satellite’s', () => {
    const head = `01 001c 00000001 ${Buffer.from('300234010753370').toString('hex')} 00 0001 0000 5f000000`
    const rough = '03 000b 02 24 c350 ae 88b8 00000005'
    const wrap = (body: string) => hex(`01 ${hex(body).length.toString(16).padStart(4, '0')} ${body}`)
    const own = wrap(`${head} ${rough} 02 00${hex(fix).length.toString(16).padStart(2, '0')} ${fix}`)
    expect(drive(galileo, own, 1).messages[0]).toMatchObject({
      number: '300234010753370',
      acknowledgement: null,
      reports: [{ valid: true, lat: 24.709763 }],
    })
    const [report] = drive(galileo, wrap(`${head} ${rough}`)).messages[0]!.reports
    expect(report).toMatchObject({ valid: false, accuracy: 5000, fix_at: 0x5f000000 * 1000 })
    expect(report!.lat).toBeCloseTo(-36.8333, 3)
  })

  it('encodes commands, and reads their answers', () => {
    const session = galileo.open()
    expect(galileo.encode!({ type: 'custom', text: 'Out 1,1' }, session)).toBeNull()
    galileo.decode(message(1, imei), session, { forgive: false, now: 0 })
    const command = galileo.encode!({ type: 'custom', text: 'Out 1,1' }, session)!
    const text = Buffer.from('Out 1,1').toString('hex')
    expect(command).toEqual(message(1, `${imei} 04 0000 e0 00000000 e1 07 ${text}`))
    expect(one(`${imei} e0 00000000 e1 04 ${Buffer.from('Done').toString('hex')}`)).toMatchObject({
      answer: 'Done',
      reports: [{ attributes: { result: 'Done' } }],
    })
  })

  it('refuses a wrong checksum unless it is accepted', () => {
    const wrong = message(1, fix)
    wrong[wrong.length - 1]! ^= 1
    expect(drive(galileo, wrong).refused).toEqual(['checksum: is wrong'])
    expect(drive(galileo, wrong, 100, { forgive: true }).messages).toHaveLength(1)
  })
})
