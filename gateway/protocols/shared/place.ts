import { type Attributes, BadReport, type Report } from '../report.ts'
import { within } from './units.ts'
import { possible } from './utc.ts'

/**
 * Degrees of `ddmm.mmmm` and `dddmm.mmmm` (NMEA 0183): the last two digits before the point are minutes, those before
 * them degrees. Some devices omit degrees that are 0.
 *
 * @throws {BadReport}
 */
export function nmeaDegrees(name: 'lat' | 'lon', text: string, hemisphere: string): number {
  const parts = /^ *(\d{0,3}?)(\d{1,2}(?:\.\d+)?)$/.exec(text)
  if (parts === null) throw new BadReport(`${name}: is not degrees and minutes`)
  return degreesOf(name, Number(parts[1]), Number(parts[2]), hemisphere)
}

/** @throws {BadReport} if it is out of range, or has 60 minutes */
export function degreesOf(name: 'lat' | 'lon', degrees: number, minutes: number, hemisphere: string): number {
  const value = degrees + minutes / 60
  if (!(minutes < 60)) throw new BadReport(`${name}: has ${minutes} minutes`)
  return onPlanet(name, hemisphere === 'S' || hemisphere === 'W' ? -value : value)
}

/** @throws {BadReport} */
export function onPlanet(name: 'lat' | 'lon', value: number): number {
  const limit = name === 'lat' ? 90 : 180
  if (!(Math.abs(value) <= limit)) throw new BadReport(`${name}: ${value} is not between -${limit} and ${limit}`)
  return value
}

/**
 * A report with the given fields and null for the others. A device without a fix that sends zeros has no position.
 *
 * @throws {BadReport} where a position is off the planet
 */
export function reportOf(fields: Partial<Report>): Report {
  const { lat = null, lon = null, valid = false, alarm = null } = fields
  const nowhere = lat === null || lon === null || (!valid && lat === 0 && lon === 0)
  return {
    fix_at: typeof fields.fix_at === 'number' ? possible(fields.fix_at) : null,
    valid: valid && !nowhere,
    lat: nowhere ? null : onPlanet('lat', lat),
    lon: nowhere ? null : onPlanet('lon', lon),
    altitude: within(fields.altitude ?? null, -20_000, 100_000),
    heading: within(fields.heading ?? null, 0, 360),
    speed: within(fields.speed ?? null, 0, 20_000),
    accuracy: fields.accuracy ?? null,
    event: fields.event ?? alarm ?? (nowhere ? 'status' : 'position'),
    alarm,
    attributes: fields.attributes ? stripped(fields.attributes) : null,
    seq: fields.seq ?? null,
  }
}

/** Omits null and undefined attributes; null if none is left. */
function stripped(attributes: Attributes): Attributes | null {
  const present = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined)
  return present.length > 0 ? Object.fromEntries(present) : null
}
