import { BadReport, type Report } from '../report.ts'
import { degreesOf, reportOf } from '../shared/place.ts'
import { KNOT } from '../shared/units.ts'
import { utc } from '../shared/utc.ts'
import { decodeBattery, decodeStatus } from './status.ts'

/**
 * The binary position: `$`, an id of 5 bytes (10 digits) or 8 (15 digits), hhmmss, ddmmyy, latitude, battery,
 * longitude with flags in the last half byte, speed and course of three digits each, status. All but battery, flags and
 * status are decimal digits, two a byte. What follows the status differs from model to model.
 *
 * @throws {BadReport}
 */
export function decodeBinary(frame: Buffer): { number: string; report: Report } {
  const layout = layoutOf(frame)
  const digits = frame.toString('hex')
  const pair = (offset: number) => Number(digits.slice((layout.time + offset) * 2, (layout.time + offset) * 2 + 2))
  const position = digits.slice((layout.time + 6) * 2)
  const flags = frame[layout.time + 15]! & 0x0f
  const { alarm, attributes } = decodeStatus(frame.readUInt32BE(layout.time + 19))
  const report = reportOf({
    fix_at: utc(pair(5), pair(4), pair(3), pair(0), pair(1), pair(2)),
    valid: (flags & 2) !== 0,
    lat: degreesOf('lat', Number(position.slice(0, 2)), Number(position.slice(2, 8)) / 1e4, flags & 4 ? 'N' : 'S'),
    lon: degreesOf('lon', Number(position.slice(10, 13)), Number(position.slice(13, 19)) / 1e4, flags & 8 ? 'E' : 'W'),
    speed: Number(position.slice(20, 23)) * KNOT,
    heading: Number(position.slice(23, 26)),
    alarm,
    attributes: { ...attributes, battery: decodeBattery(frame[layout.time + 10]!) },
  })
  return { number: digits.slice(2, 2 + layout.digits), report }
}

/**
 * Length of a binary frame in bytes; 0 if more bytes are needed. The frame has no length field: 32, 42, 45, 46 and 48
 * bytes occur. The length is the one after which the next frame or the end of the received bytes follows. If none fits,
 * it is 32, which holds all decoded fields; the framer skips the rest.
 */
export function binaryLength(bytes: Buffer, startsFrame: (at: number) => boolean): number {
  const ends = (length: number) => bytes.length === length || (bytes.length > length && startsFrame(length))
  if (bytes.length < SHORT.least) return 0
  const short = looksBinary(bytes, 0, SHORT)
  const long = looksBinary(bytes, 0, LONG)
  if (long && (!short || ends(LONG.least))) return bytes.length < LONG.least ? 0 : LONG.least
  if (ends(SHORT.least)) return SHORT.least
  return [45, 46, 48, 42].find(ends) ?? SHORT.least
}

/** Whether a binary frame may begin here, as far as its bytes have arrived. */
export const mayBeBinary = (bytes: Buffer, at: number) =>
  bytes[at] === DOLLAR && layouts.some((layout) => looksBinary(bytes, at, layout))

const DOLLAR = 0x24
const SHORT: Layout = { time: 6, digits: 10, least: 32 }
const LONG: Layout = { time: 9, digits: 15, least: 42 }
const layouts = [SHORT, LONG]

/** Whether the BCD fields are digits and the time is valid, which random bytes hardly are. */
function looksBinary(bytes: Buffer, at: number, { time, digits }: Layout): boolean {
  const nibble = (index: number) => {
    const byte = bytes[at + (index >> 1)]
    return byte === undefined ? 0 : index % 2 === 0 ? byte >> 4 : byte & 15
  }
  for (let i = 2; i < 2 + digits; i++) if (nibble(i) > 9) return false
  for (let i = time * 2; i < time * 2 + 38; i++) {
    const isBattery = i >> 1 === time + 10
    const isFlags = i === time * 2 + 31
    if (!isBattery && !isFlags && nibble(i) > 9) return false
  }
  const pair = (byte: number) => nibble(byte * 2) * 10 + nibble(byte * 2 + 1)
  return pair(time) < 24 && pair(time + 1) < 60 && pair(time + 2) < 60
}

function layoutOf(frame: Buffer): Layout {
  const layout = (frame.length === LONG.least ? [LONG, SHORT] : [SHORT]).find((each) => looksBinary(frame, 0, each))
  if (layout === undefined || frame.length < layout.least) throw new BadReport('frame: is no binary position')
  return layout
}

type Layout = {
  /** Where the time stands. */
  time: number
  /** Digits of the id. */
  digits: number
  least: number
}
