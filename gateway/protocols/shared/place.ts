import { type Attributes, BadReport, type Report } from '../report.ts'
import { within } from './units.ts'
import { possible } from './utc.ts'

/**
 * Degrees of `ddmm.mmmm` and `dddmm.mmmm` as NMEA writes them: the last two digits before the point are minutes, what
 * stands before them is degrees, and some devices leave out degrees that are 0.
 *
 * @throws {BadReport}
 */
export function nmeaDegrees(name: 'lat' | 'lon', text: string, hemisphere: string): number {
  const parts = /^ *(\d{0,3}?)(\d{1,2}(?:\.\d+)?)$/.exec(text)
  if (parts === null) throw new BadReport(`${name}: is not degrees and minutes`)
  return degreesOf(name, Number(parts[1]), Number(parts[2]), hemisphere)
}

/** @throws {BadReport} where it is off the planet, or has 60 minutes */
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
 * A report of what a device said, the rest left open. A device that has no fix and sends zeros has no position.
 *
 * @throws {BadReport} where a position is off the planet
 */
export function reportOf(given: Partial<Report>): Report {
  const { lat = null, lon = null, valid = false, alarm = null } = given
  const nowhere = lat === null || lon === null || (!valid && lat === 0 && lon === 0)
  return {
    fix_at: typeof given.fix_at === 'number' ? possible(given.fix_at) : null,
    valid: valid && !nowhere,
    lat: nowhere ? null : onPlanet('lat', lat),
    lon: nowhere ? null : onPlanet('lon', lon),
    altitude: within(given.altitude ?? null, -20_000, 100_000),
    heading: within(given.heading ?? null, 0, 360),
    speed: within(given.speed ?? null, 0, 20_000),
    accuracy: given.accuracy ?? null,
    event: given.event ?? alarm ?? (nowhere ? 'status' : 'position'),
    alarm,
    attributes: given.attributes ? stripped(given.attributes) : null,
    seq: given.seq ?? null,
  }
}

/** Without what the device did not say; null where it said nothing. */
function stripped(attributes: Attributes): Attributes | null {
  const said = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined)
  return said.length > 0 ? Object.fromEntries(said) : null
}
