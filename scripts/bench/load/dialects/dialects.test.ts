import { describe, expect, it } from 'vitest'
import { gt06 as gt06Protocol } from '#gateway/protocols/gt06/index.ts'
import { decodeJson } from '#gateway/protocols/json/index.ts'
import { decodeOsmandQuery } from '#gateway/protocols/osmand/index.ts'
import type { Report } from '#gateway/protocols/report.ts'
import type { Protocol } from '#gateway/protocols/shared/protocol.ts'
import { teltonika as teltonikaProtocol } from '#gateway/protocols/teltonika/index.ts'
import type { Position } from '../course.ts'
import { numberOf } from '../fleet.ts'
import { type AnswerParser, type Dialect, MORE, REFUSED, WELCOME } from './dialect.ts'
import { dialects } from './index.ts'

const positions: Position[] = [0, 1].map((i) => ({
  lat_e6: 41_123_456 + i,
  lon_e6: 174_654_321,
  ts_ms: Date.UTC(2026, 4, 3, 2, 1, i),
  speed_dms: 125,
  heading: 271,
}))

/** Writes a slot in the middle of other bytes, which must stay unchanged. */
function written(dialect: Dialect, count: number): Buffer {
  const packet = dialect.packet(7, 3, count)
  const bytes = Buffer.concat([packet, packet, packet])
  dialect.write(bytes, packet.length, 2 * packet.length, positions.slice(0, count))
  expect(bytes.subarray(0, packet.length)).toEqual(packet)
  expect(bytes.subarray(2 * packet.length)).toEqual(packet)
  return bytes.subarray(packet.length, 2 * packet.length)
}

const parse = (parser: AnswerParser, bytes: Buffer) =>
  [...bytes].map((byte) => parser(byte)).filter((slot) => slot !== MORE)

function reportsOf(protocol: Protocol, frame: Buffer): { reports: Report[]; answer: Buffer } {
  const session = protocol.open()
  expect(protocol.frame(frame, session)).toEqual({ consumed: frame.length, frame })
  const { reports, acknowledgement } = protocol.decode(frame, session, { forgive: false, now: 0 })
  return { reports, answer: acknowledgement! }
}

function expectPosition(report: Report, { lat_e6, lon_e6, ts_ms, heading }: Position): void {
  expect(report).toMatchObject({ valid: true, fix_at: ts_ms, heading })
  expect(report.lat).toBeCloseTo(-lat_e6 / 1e6, 5)
  expect(report.lon).toBeCloseTo(lon_e6 / 1e6, 5)
  expect(report.speed).toBeCloseTo(12.5, 0)
}

describe.each([
  { name: 'teltonika', dialect: dialects.teltonika, protocol: teltonikaProtocol, count: 2, slot: 0 },
  { name: 'gt06', dialect: dialects.gt06, protocol: gt06Protocol, count: 1, slot: 3 },
] as DialectCase[])('$name', ({ dialect, protocol, count, slot }) => {
  it('signs in, and sends reports that the decoder reads', () => {
    const parser = dialect.parser(4)
    const hello = dialect.hello(7)!
    const session = protocol.open()
    const login = protocol.decode(hello, session, { forgive: false, now: 0 })
    expect(login.number).toBe(numberOf(7))
    expect(parse(parser, login.acknowledgement!)).toEqual([WELCOME])
    const { reports, answer } = reportsOf(protocol, written(dialect, count))
    expect(reports).toHaveLength(count)
    for (const [i, report] of reports.entries()) expectPosition(report, positions[i]!)
    expect(parse(parser, answer)).toEqual([slot])
  })
})

it('writes MQTT positions, and maps PUBACK identifiers to slots', () => {
  const bytes = written(dialects.mqtt, 1)
  expectPosition(decodeJson(bytes.subarray(bytes.indexOf('{')))[0]!, positions[0]!)
  const parser = dialects.mqtt.parser(4)
  expect(parse(parser, Buffer.of(0x20, 2, 0, 0, 0x40, 2, 0, 4))).toEqual([WELCOME, 3])
  expect(parse(dialects.mqtt.parser(4), Buffer.of(0x20, 2, 0, 5))).toEqual([REFUSED])
})

it('sends OsmAnd requests, and parses each answer to its end', () => {
  const request = written(dialects.osmand, 1).toString()
  const { number, reports } = decodeOsmandQuery(request.split(/[? ]/)[2]!)
  expect(number).toBe(numberOf(7))
  expectPosition(reports[0]!, positions[0]!)
  const parser = dialects.osmand.parser(1)
  const answers = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
  expect(parse(parser, Buffer.from(answers))).toEqual([0, 0])
  expect(parse(parser, Buffer.from('HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n'))).toEqual([REFUSED])
})

type DialectCase = { name: string; dialect: Dialect; protocol: Protocol; count: number; slot: number }
