import type { Position } from '../course.ts'
import { numberOf, tokenOf } from '../fleet.ts'
import { type Dialect, MORE, REFUSED, WELCOME } from './dialect.ts'

/** MQTT 3.1.1 with QoS 1 and JSON positions. The packet identifier is the slot. */
export const mqtt: Dialect = { tick_ms: 1, hello, most: 1, packet, write, parser }

/** CONNECT. MQTT 3.1.1 §3.1: protocol name and level, flags (clean session, user name, password), keep alive, payload. */
function hello(index: number): Buffer {
  const header = Buffer.from([0, 4, ...Buffer.from('MQTT'), 4, 0b1100_0010, KEEP_ALIVE_S >> 8, KEEP_ALIVE_S & 0xff])
  const number = numberOf(index)
  return withLength(0x10, Buffer.concat([header, field(number), field(number), field(tokenOf(index))]))
}

const KEEP_ALIVE_S = 600

/** PUBLISH with QoS 1. MQTT 3.1.1 §3.3: topic, packet identifier, payload. */
function packet(index: number, slot: number): Buffer {
  const id = slot + 1
  const identifier = Buffer.from([id >> 8, id & 0xff])
  return withLength(0x32, Buffer.concat([field(`trackers/${numberOf(index)}/position`), identifier, Buffer.from(json)]))
}

/** Fixed-width digits, so that offsets stay the same. */
function write(bytes: Buffer, _start: number, end: number, positions: readonly Position[]): void {
  const { lat_e6, lon_e6, ts_ms, speed_dms, heading } = positions[0]!
  const start = end - json.length
  writeDecimal(bytes, start + at.lat, lat_e6, 2, 6)
  writeDecimal(bytes, start + at.lon, lon_e6, 3, 6)
  writeDecimal(bytes, start + at.ts, ts_ms, 10, 3)
  writeDecimal(bytes, start + at.speed, speed_dms, 2, 1)
  writeDecimal(bytes, start + at.heading, heading, 3, 0)
}

/** A broker's answers to such a device, CONNACK and PUBACK, are four bytes long. MQTT 3.1.1 §3.2, §3.4. */
function parser() {
  let seen = 0
  let type = 0
  let third = 0
  return (byte: number) => {
    if (seen === 0) type = byte
    else if (seen === 2) third = byte
    if (seen < 3) {
      seen++
      return MORE
    }
    seen = 0
    if (type === 0x40) return ((third << 8) | byte) - 1
    return type === 0x20 && byte === 0 ? WELCOME : REFUSED
  }
}

const json = '{"lat":-00.000000,"lon":000.000000,"ts":0000000000.000,"speed":00.0,"heading":000,"accuracy":8}'

const at = {
  lat: json.indexOf('"lat":-') + 7,
  lon: json.indexOf('"lon":') + 6,
  ts: json.indexOf('"ts":') + 5,
  speed: json.indexOf('"speed":') + 8,
  heading: json.indexOf('"heading":') + 10,
}

function writeDecimal(bytes: Buffer, start: number, value: number, whole: number, places: number): void {
  let rest = value
  const point = places > 0 ? start + whole : -1
  for (let i = start + whole + (places > 0 ? places : -1); i >= start; i--) {
    if (i === point) continue
    const left = Math.floor(rest / 10)
    bytes[i] = 48 + rest - left * 10
    rest = left
  }
}

function withLength(type: number, body: Buffer): Buffer {
  if (body.length >= 16_384) throw new RangeError('two bytes of length are enough here')
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7]
  return Buffer.concat([Buffer.from([type, ...length]), body])
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}
