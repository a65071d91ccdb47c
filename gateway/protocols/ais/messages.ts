import { BadReport, type Report } from '../report.ts'
import { reportOf } from '../shared/place.ts'
import { KNOT, scaled } from '../shared/units.ts'
import type { Bits } from './bits.ts'

/**
 * The messages of ships: positions of class A (types 1, 2, 3), of class B (18, 19) and for satellites (27), names and
 * voyages (5, 19, 24). Sources: ITU-R M.1371-5, annex 8; gpsd, "AIVDM/AIVDO protocol decoding".
 *
 * @param at when it was received, in milliseconds since 1970
 * @returns null for messages that are not about a ship
 * @throws {BadReport}
 */
export function reportIn(bits: Bits, at: number): Report | null {
  const type = bits.unsigned(0, 6)
  if (type >= 1 && type <= 3) return position(bits, classA, at)
  if (type === 18) return position(bits, classB, at)
  if (type === 19) return position(bits, classB, at, { ship_name: bits.text(143, 20), ...shipType(bits, 263) })
  if (type === 27) return position(bits, longRange, at)
  if (type === 5) return voyage(bits)
  return type === 24 ? describing(bits) : null
}

/** The MMSI, which all messages have at the same place; null where a receiver has none. */
export function mmsiIn(bits: Bits): string | null {
  const mmsi = bits.unsigned(8, 30)
  return bits.length < 38 || mmsi === 0 || mmsi > 999_999_999 ? null : String(mmsi).padStart(9, '0')
}

/** First bit and length of each field of a position. */
type Layout = {
  accuracy: number
  status?: number
  lon: [number, number]
  lat: [number, number]
  /** Parts of a minute of arc. */
  minute: number
  speed: [number, number]
  /** Knots of its unit, and the first value that is not a speed. */
  knots: number
  no_speed: number
  course: [number, number]
  /** Parts of a degree. */
  degree: number
  heading?: number
  second?: number
  length: number
}

const classB: Layout = {
  accuracy: 56,
  lon: [57, 28],
  lat: [85, 27],
  minute: 10_000,
  speed: [46, 10],
  knots: 0.1,
  no_speed: 1023,
  course: [112, 12],
  degree: 10,
  heading: 124,
  second: 133,
  length: 139,
}
const classA: Layout = {
  ...classB,
  status: 38,
  accuracy: 60,
  lon: [61, 28],
  lat: [89, 27],
  speed: [50, 10],
  course: [116, 12],
  heading: 128,
  second: 137,
  length: 143,
}
const longRange: Layout = {
  accuracy: 38,
  status: 40,
  lon: [44, 18],
  lat: [62, 17],
  minute: 10,
  speed: [79, 6],
  knots: 1,
  no_speed: 63,
  course: [85, 9],
  degree: 1,
  length: 94,
}

function position(bits: Bits, layout: Layout, at: number, others: Record<string, unknown> = {}): Report {
  if (bits.length < layout.length) throw new BadReport('payload: is shorter than its type')
  const lon = bits.signed(...layout.lon) / (60 * layout.minute)
  const lat = bits.signed(...layout.lat) / (60 * layout.minute)
  // 181° and 91° are sent without a fix.
  const is_known = Math.abs(lon) <= 180 && Math.abs(lat) <= 90
  const speed = bits.unsigned(...layout.speed)
  const course = bits.unsigned(...layout.course) / layout.degree
  const heading = layout.heading === undefined ? NO_HEADING : bits.unsigned(layout.heading, 9)
  const second = layout.second === undefined ? NO_SECOND : bits.unsigned(layout.second, 6)
  const status = layout.status === undefined ? NO_STATUS : bits.unsigned(layout.status, 4)
  return reportOf({
    fix_at: second < NO_SECOND ? lastSecond(at, second) : at,
    valid: is_known,
    lon: is_known ? lon : null,
    lat: is_known ? lat : null,
    speed: is_known && speed < layout.no_speed ? scaled(speed * layout.knots, KNOT) : null,
    heading: is_known ? directionOf(course, heading) : null,
    // The flag says better than 10 m; without it the accuracy is unknown.
    accuracy: is_known && bits.unsigned(layout.accuracy, 1) === 1 ? 10 : null,
    attributes: {
      ...others,
      ship_heading: heading < 360 ? heading : null,
      navigation_status: statuses[status] ?? null,
    },
    // Search and rescue transmitters, persons over board and beacons send it when they are switched on.
    alarm: status === ACTIVE_SART ? 'sos' : null,
  })
}

const directionOf = (course: number, heading: number): number | null =>
  course < 360 ? course : heading < 360 ? heading : null

const NO_HEADING = 511
const NO_SECOND = 60
const NO_STATUS = 15
const ACTIVE_SART = 14

const statuses: (string | undefined)[] = [
  'under_way',
  'at_anchor',
  'not_under_command',
  'restricted_manoeuvrability',
  'constrained_by_draught',
  'moored',
  'aground',
  'fishing',
  'under_way_sailing',
]

/** The last moment with this second of its minute; the ship's clock may be ahead of the receiver's. */
function lastSecond(at: number, second: number): number {
  const time = at - (at % 60_000) + second * 1000
  return time > at + AHEAD_MS ? time - 60_000 : time
}

const AHEAD_MS = 5_000

function voyage(bits: Bits): Report {
  if (bits.length < 420) throw new BadReport('payload: is shorter than its type')
  return reportOf({
    attributes: {
      imo: bits.unsigned(40, 30) || null,
      callsign: bits.text(70, 7),
      ship_name: bits.text(112, 20),
      ...shipType(bits, 232),
      draught: bits.unsigned(294, 8) / 10 || null,
      destination: bits.text(302, 20),
    },
  })
}

/** Name, or type and call sign, of class B. */
function describing(bits: Bits): Report | null {
  const part = bits.unsigned(38, 2)
  if (part > 1) return null
  if (bits.length < (part === 0 ? 160 : 132)) throw new BadReport('payload: is shorter than its type')
  const attributes =
    part === 0 ? { ship_name: bits.text(40, 20) } : { ...shipType(bits, 40), callsign: bits.text(90, 7) }
  const says = Object.values(attributes).some((value) => value !== null)
  return says ? reportOf({ attributes }) : null
}

const shipType = (bits: Bits, from: number) => ({ ship_type: bits.unsigned(from, 8) || null })
