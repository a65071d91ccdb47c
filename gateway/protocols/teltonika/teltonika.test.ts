import { describe, expect, it } from 'vitest'
import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { drive, framesOf } from '../../../tests/gateway/protocols/frames/read.ts'
import { crc16 } from '../shared/crc16.ts'
import { teltonika } from './index.ts'

describeFrames(teltonika)

const login = Buffer.from('000f313233343536373839303132333435', 'hex')
const run = (stream: Buffer, size?: number, options = {}) => drive(teltonika, stream, size, options)

/** A record of codec 8 with these elements of one, two, four and eight bytes, at 10° N and 20° E. */
function record(elements: [id: number, size: number, value: number][], { event = 0, satellites = 7, lat = 10 } = {}) {
  const head = Buffer.alloc(26)
  head.writeBigUInt64BE(1_700_000_000_000n)
  head.writeInt32BE(200_000_000, 9)
  head.writeInt32BE(lat * 1e7, 13)
  head.writeInt16BE(50, 17)
  head.writeUInt16BE(90, 19)
  head[21] = satellites
  head.writeUInt16BE(36, 22)
  head[24] = event
  head[25] = elements.length
  const groups = [1, 2, 4, 8].flatMap((size) => {
    const own = elements.filter(([, of]) => of === size)
    return [Buffer.of(own.length), ...own.map(([id, , value]) => Buffer.concat([Buffer.of(id), bytesOf(value, size)]))]
  })
  return Buffer.concat([head, ...groups])
}

function bytesOf(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  if (size === 8) bytes.writeBigUInt64BE(BigInt(value))
  else bytes.writeUIntBE(value < 0 ? value + 2 ** (8 * size) : value, 0, size)
  return bytes
}

function framed(data: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(4), bytesOf(data.length, 4), data, bytesOf(crc16(data), 4)])
}

const packet = (...records: Buffer[]) =>
  Buffer.concat([Buffer.of(8, records.length), ...records, Buffer.of(records.length)])
const decodeOne = (...of: Parameters<typeof record>) => run(framed(packet(record(...of)))).messages[0]!.reports[0]!

describe('the framing of teltonika', () => {
  it('takes a keep-alive by itself, and the login behind it', () => {
    const { frames, messages } = run(Buffer.concat([Buffer.of(0xff), login]))
    expect(frames).toEqual(['ff', login.toString('hex')])
    expect(messages[0]).toEqual({ number: null, reports: [], acknowledgement: null })
  })

  it.each([
    ['a length that cannot be', '00000000ffffffff08'],
    ['a codec that is not known', '000000000000002b55'],
    ['a login that is no number', '000f2e2e2e2e'],
    ['zeros without end', '00'.repeat(100)],
  ])('finds the login behind %s', (_name, hex) => {
    const { messages, left } = run(Buffer.concat([Buffer.from(hex, 'hex'), login]), 1)
    expect(messages.at(-1)?.number).toBe('123456789012345')
    expect(left).toHaveLength(0)
  })
})

describe('teltonika', () => {
  it('has a refusal for unknown devices', () => {
    expect(run(login).messages[0]).toEqual({
      number: '123456789012345',
      reports: [],
      acknowledgement: Buffer.of(1),
      refusal: Buffer.of(0),
    })
  })

  it('refuses a wrong checksum unless it is accepted', () => {
    const wrong = framed(packet(record([])))
    wrong[wrong.length - 1]! ^= 1
    expect(run(wrong)).toMatchObject({ messages: [], refused: ['checksum: is wrong'] })
    expect(run(wrong, wrong.length, { forgive: true }).messages[0]!.reports).toHaveLength(1)
  })

  it.each([
    [
      'a count that differs behind the records',
      () => Buffer.concat([packet(record([])).subarray(0, -1), Buffer.of(2)]),
    ],
    ['a record that ends early', () => Buffer.concat([packet(record([])).subarray(0, -6), Buffer.of(1)])],
    ['bytes behind the last record', () => Buffer.concat([Buffer.of(8, 1), record([]), Buffer.of(9, 9, 1)])],
  ])('refuses %s', (_name, data) => {
    const { messages, refused } = run(framed(data()))
    expect({ messages, refused: refused.length }).toEqual({ messages: [], refused: 1 })
  })

  it('takes a datagram with its number, and answers with its ids and the count', () => {
    const row = framesOf('teltonika').find(({ name }) => name.startsWith('codec 8,'))!
    const data = Buffer.from(row.wire_hex, 'hex').subarray(8, -4)
    const imei = login.subarray(2)
    const body = Buffer.concat([Buffer.from('cafe0122000f', 'hex'), imei, data])
    const { messages, session } = run(Buffer.concat([bytesOf(body.length, 2), body]))
    expect(messages[0]!.number).toBe('123456789012345')
    expect(messages[0]!.reports).toHaveLength(1)
    expect(messages[0]!.acknowledgement?.toString('hex')).toBe('0005cafe012201')
    expect(teltonika.encode!({ type: 'custom', text: 'getinfo' }, session as never)).toBeNull()
  })

  it.each([
    [66, 2, 12_835, { power_volts: 12.835 }],
    [67, 2, 4100, { battery_volts: 4.1 }],
    [113, 1, 87, { battery: 87 }],
    [16, 4, 61_383, { odometer: 61_383 }],
    [72, 4, -55, { temperature_1: -5.5 }],
    [75, 4, 215, { temperature_4: 21.5 }],
    [25, 2, -1050, { ble_temperature_1: -10.5 }],
    [32, 1, -3, { coolant_temperature: -3 }],
    [36, 2, 1439, { rpm: 1439 }],
    [83, 4, 1234, { fuel_used_litres: 123.4 }],
    [9, 2, 2500, { adc_1: 2.5 }],
    [1, 1, 1, { input_1: true }],
    [180, 1, 0, { output_2: false }],
    [78, 8, 0x1122334455, { driver: '5544332211000000' }],
    [11, 8, 893_700_281, { iccid: '893700281' }],
    [200, 1, 2, { io_200: 2 }],
    [4, 1, 1, { input_4: true }],
    [4, 4, 250, { count_1: 250 }],
    [11, 2, 1500, { adc_3: 1.5 }],
    [13, 2, 745, { fuel_average: 7.45 }],
    [53, 1, -12, { outside_temperature: -12 }],
    [58, 1, 95, { oil_temperature: 95 }],
    [102, 4, 90, { hours: 5400 }],
    [111, 1, 40, { adblue: 40 }],
    [116, 1, 1, { external_power: true }],
    [152, 4, 64, { traction_battery: 64 }],
    [201, 2, 731, { fuel_sensor_1: 731 }],
    [202, 1, -4, { fuel_temperature_1: -4 }],
    [245, 2, 3300, { adc_4: 3.3 }],
    // Without its thermometer it is something else.
    [20, 1, 88, { io_20: 88 }],
    // The same number in another size is another thing.
    [66, 1, 12, { io_66: 12 }],
    [113, 4, 87, { io_113: 87 }],
  ])('reads element %i of %i bytes, %i', (id, size, value, attributes) => {
    expect(decodeOne([[id, size, value]]).attributes).toEqual({ satellites: 7, ...attributes })
  })

  it.each([
    ['a thermometer that is not there', 72, 4, 3000],
    ['a key that is not there', 78, 8, 0],
    ['a radio thermometer that is broken', 26, 2, 32_767],
    ['no operator', 241, 4, 0],
  ])('leaves out %s', (_name, id, size, value) => {
    expect(decodeOne([[id, size, value]]).attributes).toEqual({ satellites: 7 })
  })

  it.each([
    [236, 1, 0, 'general'],
    [246, 1, 246, 'tow'],
    [247, 1, 247, 'crash'],
    [249, 1, 249, 'jamming'],
    [251, 1, 251, 'idle'],
    [252, 1, 252, 'power_cut'],
    [253, 1, 253, 'hard_acceleration'],
    [253, 2, 253, 'hard_braking'],
    [253, 3, 253, 'hard_cornering'],
    [175, 1, 175, 'geofence_enter'],
    [175, 0, 175, 'geofence_exit'],
    [175, 1, 240, null],
    [159, 3, 159, 'overspeed'],
    [159, 2, 159, null],
    [65, 0, 65, 'geofence_exit'],
    [242, 1, 242, 'fall'],
    [255, 130, 255, 'overspeed'],
    [252, 0, 252, null],
  ])('takes element %i = %i in a record of event %i for %s', (id, value, event, alarm) => {
    const report = decodeOne([[id, 1, value]], { event })
    expect(report).toMatchObject({ alarm, event: alarm ?? 'position' })
  })

  it('names the battery of a radio sensor beside its temperature', () => {
    const { attributes } = decodeOne([
      [20, 1, 88],
      [23, 1, 5],
      [26, 2, 2150],
    ])
    expect(attributes).toEqual({ satellites: 7, ble_temperature_2: 21.5, ble_battery_2: 88, io_23: 5 })
  })

  it.each([0, 1, 631_065_600_000, 4_102_444_800_000])('has no time where the clock says %i', (clock) => {
    const old = record([])
    old.writeBigUInt64BE(BigInt(clock))
    expect(run(framed(packet(old))).messages[0]!.reports[0]!.fix_at).toBeNull()
  })

  it('names the cell by operator, area and number', () => {
    const { attributes } = decodeOne([
      [206, 2, 1],
      [205, 2, 902],
      [241, 4, 24_602],
    ])
    expect(attributes).toEqual({ satellites: 7, operator: 24_602, network: { mcc: 246, mnc: 2, lac: 1, cid: 902 } })
  })

  it('keeps the last known position without satellites, if any', () => {
    expect(decodeOne([], { satellites: 0 })).toMatchObject({ valid: false, lat: 10, lon: 20, speed: 10 })
    const nowhere = record([], { satellites: 0, lat: 0 })
    nowhere.writeInt32BE(0, 9)
    expect(run(framed(packet(nowhere))).messages[0]!.reports[0]).toMatchObject({ valid: false, lat: null, lon: null })
  })

  it('omits an impossible position, so that the records after it are stored', () => {
    const { reports, acknowledgement } = run(framed(packet(record([], { lat: 95 }), record([])))).messages[0]!
    expect(reports.map(({ lat, valid }) => [lat, valid])).toEqual([
      [null, false],
      [10, true],
    ])
    expect(acknowledgement?.toString('hex')).toBe('00000002')
  })

  it.each([
    ['codec 14', '0e0106', '0352093081452251', Buffer.from('Ver:03.18.14'), 'Ver:03.18.14'],
    ['codec 14 for another device', '0e0111', '0352093081452251', Buffer.alloc(0), 'the IMEI is not its own'],
  ])('passes on the answer of %s', (_name, head, imei, text, answer) => {
    const body = Buffer.concat([Buffer.from(imei, 'hex'), text])
    const data = Buffer.concat([Buffer.from(head, 'hex'), bytesOf(body.length, 4), body, Buffer.of(1)])
    const message = run(framed(data)).messages[0]!
    expect(message).toMatchObject({ answer, acknowledgement: null })
    expect(message.reports[0]).toMatchObject({ event: 'status', lat: null, attributes: { result: answer } })
  })

  it('requests and stores no pictures', () => {
    const data = Buffer.from('0c010d0000000501598493ed01', 'hex')
    expect(run(framed(data)).messages[0]).toEqual({ number: null, reports: [], acknowledgement: null })
  })

  it('encodes commands in codec 12', () => {
    const bytes = teltonika.encode!({ type: 'custom', text: 'getinfo' }, teltonika.open())
    // The vendor's own example.
    expect(bytes?.toString('hex')).toBe('000000000000000f0c010500000007676574696e666f0100004312')
  })

  it('sets the interval at rest and moving, in every network', () => {
    const bytes = teltonika.encode!({ type: 'interval', interval_s: 60 }, teltonika.open())!
    expect(bytes.toString('latin1', 15, bytes.length - 5)).toMatch(
      /^setparam 10000:60;10005:60;10050:60;10055:60;10100:60;.*;10255:60$/,
    )
    // Without a period there would be no records at all.
    expect(teltonika.encode!({ type: 'interval', interval_s: 0 }, teltonika.open())).toBeNull()
  })
})

it('keeps the element that made the record, and its priority', () => {
  const made =
    '000000000000004b8e010000018368952793000f0e54fc209ab05800b300b40e00002a4f0001000000000000000000012a4f001e011c0001a40110eb47706aa38255aa96f21a154e2d00550d01000e020bd6010000823f'
  const reasonOf = (stream: Buffer) =>
    run(Buffer.concat([login, stream]), undefined, { forgive: true }).messages.at(-1)!.reports[0]!.attributes
  const message = Buffer.from(made, 'hex')
  expect(reasonOf(message)).toMatchObject({ reason: 10_831 })
  expect(reasonOf(message)).not.toHaveProperty('priority')
  // The byte behind the time.
  message[18] = 2
  expect(reasonOf(message)).toMatchObject({ priority: 2 })
})
