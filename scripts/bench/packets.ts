import { numberOf, tokenOf } from './fleet.ts'

/** CONNECT. MQTT 3.1.1 §3.1: protocol name and level, flags (clean session, user name, password), keep alive, payload. */
export function connectPacket(device: number, keepalive_s: number): Buffer {
  const header = Buffer.from([0, 4, ...Buffer.from('MQTT'), 4, 0b1100_0010, keepalive_s >> 8, keepalive_s & 0xff])
  const number = numberOf(device)
  return packet(0x10, Buffer.concat([header, field(number), field(number), field(tokenOf(device))]))
}

/** What is written into a position before it is sent. All have a fixed width, so that nothing moves. */
export type Position = { lat_e6: number; lon_e6: number; ts_ms: number; speed_dms: number; heading: number }

/**
 * PUBLISH with QoS 1 of a JSON position. A load generator that composed each anew would measure itself, so the packet is
 * made once and the digits are written over. MQTT 3.1.1 §3.3: topic, packet identifier, payload.
 */
export function publishPacket(device: number, packet_id: number): Buffer {
  const identifier = Buffer.from([packet_id >> 8, packet_id & 0xff])
  return packet(0x32, Buffer.concat([field(`trackers/${numberOf(device)}/position`), identifier, Buffer.from(json)]))
}

/** @param end where the packet ends in `bytes` */
export function writePosition(bytes: Buffer, end: number, position: Position): void {
  const start = end - json.length
  writeDecimal(bytes, start + at.lat, position.lat_e6, 2, 6)
  writeDecimal(bytes, start + at.lon, position.lon_e6, 3, 6)
  writeDecimal(bytes, start + at.ts, position.ts_ms, 10, 3)
  writeDecimal(bytes, start + at.speed, position.speed_dms, 2, 1)
  writeDecimal(bytes, start + at.heading, position.heading, 3, 0)
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

function packet(type: number, body: Buffer): Buffer {
  if (body.length >= 16_384) throw new RangeError('two bytes of length are enough here')
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7]
  return Buffer.concat([Buffer.from([type, ...length]), body])
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}
