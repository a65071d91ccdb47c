import type { Position } from '../course.ts'
import { numberOf } from '../fleet.ts'
import { type Dialect, MORE, REFUSED } from './dialect.ts'

/** A phone that reports like OsmAnd: one request for each position, sequentially on one connection. */
export const osmand: Dialect = { tick_ms: 1000, hello: () => null, most: 1, packet, write, parser }

function packet(index: number): Buffer {
  return Buffer.from(`GET /?id=${numberOf(index)}${query} HTTP/1.1\r\nHost: bench\r\n\r\n`)
}

/** Fixed-width fields, so that offsets stay the same. */
const query = `&lat=${' '.repeat(10)}&lon=${' '.repeat(10)}&timestamp=${' '.repeat(10)}&speed=${' '.repeat(5)}&bearing=${' '.repeat(3)}&batt=87`
const BEFORE = 'GET /?id='.length + numberOf(0).length

function write(bytes: Buffer, start: number, _end: number, positions: readonly Position[]): void {
  const { lat_e6, lon_e6, ts_ms, speed_dms, heading } = positions[0]!
  const put = (name: string, text: string) => bytes.write(text, start + BEFORE + query.indexOf(name) + name.length)
  put('&lat=', (-lat_e6 / 1e6).toFixed(6))
  put('&lon=', (lon_e6 / 1e6).toFixed(6))
  put('&timestamp=', String(Math.floor(ts_ms / 1000)))
  put('&speed=', (speed_dms * 0.194384).toFixed(2).padStart(5, '0')) // knots
  put('&bearing=', String(heading).padStart(3, '0'))
}

/** Parses HTTP answers: status and content length of the head, and a body of that length. */
function parser() {
  let head = ''
  let left = 0
  return (byte: number) => {
    if (left > 0) return --left > 0 ? MORE : 0
    head += String.fromCharCode(byte)
    if (!head.endsWith('\r\n\r\n')) return MORE
    const taken = head.startsWith('HTTP/1.1 200 ')
    left = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    head = ''
    if (!taken) return REFUSED
    return left > 0 ? MORE : 0
  }
}
