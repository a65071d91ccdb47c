import type { Report } from '../report.ts'
import { nmeaDegrees } from './place.ts'
import { KNOT, reading, scaled, within } from './units.ts'
import { fromDayMonthYear, lastAt } from './utc.ts'

/** `$`, comma-separated fields, `*` and the checksum, then additions of some devices. */
export function parseSentence(text: string): Sentence {
  const parts = /^\$([^*]*)(?:\*\s*([0-9A-Fa-f]{2})(.*))?/.exec(text)
  const body = parts?.[1] ?? text.replace(/^\$/, '')
  const [type = '', ...fields] = body.split(',')
  const sent = parts?.[2]
  const sum = Number.parseInt(sent ?? '', 16)
  // Some put spaces around the star, which do not count.
  const isRight = sum === xor(body) || sum === xor(body.trimEnd())
  const checksum = sent === undefined ? 'missing' : isRight ? 'right' : 'wrong'
  return { type, fields, checksum, rest: parts?.[3] ?? '' }
}

/** The sentence of this body with its checksum and the line's end. */
export const sentence = (body: string) =>
  Buffer.from(`$${body}*${xor(body).toString(16).toUpperCase().padStart(2, '0')}\r\n`, 'latin1')

function xor(text: string): number {
  let sum = 0
  for (const byte of Buffer.from(text, 'latin1')) sum ^= byte
  return sum
}

/**
 * Decodes RMC, GGA, GLL and RMA of any satellite system. GGA and GLL have a time and no date.
 *
 * @param now milliseconds since 1970
 * @returns null for other sentences, and where there is no position
 * @throws {BadReport}
 */
export function decodeSentence({ type, fields }: Sentence, now: number): Partial<Report> | null {
  switch (/^[A-Z]{2}(RMC|GGA|GLL|RMA)$/.exec(type)?.[1]) {
    case 'RMC':
      return decodeRmc(fields)
    case 'GGA':
      return decodeGga(fields, now)
    case 'GLL':
      return decodeGll(fields, now)
    case 'RMA':
      return decodeRma(fields)
    default:
      return null
  }
}

function decodeRmc([time = '', validity, lat, north, lon, east, speed, course, date = '']: string[]) {
  const place = placeOf(lat, north, lon, east)
  if (place === null) return null
  const fix_at = fromDayMonthYear(date.slice(0, 6), time.slice(0, 6))
  return { ...place, ...motionOf(speed, course), fix_at, valid: validity === 'A' || validity === 'D' }
}

function decodeGga(fields: string[], now: number) {
  const [time, lat, north, lon, east, quality, satellites, hdop, altitude] = fields
  const place = placeOf(lat, north, lon, east)
  if (place === null) return null
  const attributes = { satellites: reading(satellites), hdop: reading(hdop) }
  // Quality 0 is no fix.
  const valid = (reading(quality) ?? 0) > 0
  return { ...place, fix_at: timeOfDay(time, now), valid, altitude: reading(altitude), attributes }
}

function decodeGll([lat, north, lon, east, time, validity]: string[], now: number) {
  const place = placeOf(lat, north, lon, east)
  return place === null ? null : { ...place, fix_at: timeOfDay(time, now), valid: validity === 'A' }
}

/** Loran's position, which has no time at all. */
function decodeRma([validity, lat, north, lon, east, , , speed, course]: string[]) {
  const place = placeOf(lat, north, lon, east)
  return place === null ? null : { ...place, ...motionOf(speed, course), valid: validity === 'A' }
}

/**
 * Where `ddmm.mmmm`, `N`, `dddmm.mmmm` and `E` is; null where a device leaves it out.
 *
 * @throws {BadReport}
 */
export function placeOf(lat?: string, north?: string, lon?: string, east?: string) {
  if (!lat || !lon || !/^[NS]$/.test(north ?? '') || !/^[EW]$/.test(east ?? '')) return null
  return { lat: nmeaDegrees('lat', lat, north!), lon: nmeaDegrees('lon', lon, east!) }
}

/** Knots, and degrees. */
export const motionOf = (speed: string | undefined, course: string | undefined) => ({
  speed: scaled(reading(speed), KNOT),
  heading: within(reading(course), 0, 360),
})

/** `hhmmss`, the last time that it was. */
export function timeOfDay(time: string | undefined, now: number): number | null {
  const parts = /^(\d\d)(\d\d)(\d\d)/
    .exec(time ?? '')
    ?.slice(1)
    .map(Number)
  if (parts === undefined) return null
  const [hour = 0, minute = 0, second = 0] = parts
  return hour < 24 && minute < 60 && second < 60 ? lastAt(now, hour, minute, second) : null
}

export type Sentence = {
  /** E.g. `GPRMC`. */
  type: string
  fields: string[]
  checksum: 'right' | 'wrong' | 'missing'
  /** What stands behind the checksum. */
  rest: string
}
