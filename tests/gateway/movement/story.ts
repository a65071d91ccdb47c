import {
  advance,
  type Fix,
  initialState,
  openSegments,
  type Profile,
  profiles,
  type Segment,
  type State,
} from '../../../gateway/movement/rules/index.ts'

/** Where stories begin, and their day. */
export const home = { lon: 174.76, lat: -36.85 }
const DAY = Date.parse('2026-11-24T00:00:00Z')

/**
 * A report of a story: `hh:mm[:ss] east[,north]` in metres, then words: `on`, `off` (ignition), `v12` (speed),
 * `acc80`, `odo1000`, `invalid`, `in7` (boundary), `x9` (crossed), `limit20`, `private800` (metres), `ahead` (of the server's clock).
 * Without metres it has no position.
 */
export function fixOf(line: string, origin = home): Fix {
  const [time, place, ...words] = line.split(/\s+/) as [string, string | undefined, ...string[]]
  const at = timeOf(time)
  const has_place = place !== undefined && /^-?[\d.]/.test(place)
  const [east = 0, north = 0] = has_place ? place.split(',').map(Number) : []
  const all = has_place ? words : [place, ...words].filter((word) => word !== undefined)
  const numbers = (name: string) =>
    all.flatMap((word) => (new RegExp(`^${name}-?[\\d.]+$`).test(word) ? [Number(word.slice(name.length))] : []))
  const [limit] = numbers('limit')
  return {
    at,
    digest: 1,
    received: all.includes('ahead') ? at - 3_600_000 : at + 1000,
    ...(has_place ? moved(origin, east, north) : { lon: null, lat: null }),
    valid: !all.includes('invalid'),
    accuracy: numbers('acc')[0] ?? null,
    speed: numbers('v')[0] ?? null,
    odometer: numbers('odo')[0] ?? null,
    private_m: numbers('private')[0] ?? null,
    ignition: all.includes('on') ? true : all.includes('off') ? false : null,
    inside: numbers('in'),
    crossed: numbers('x'),
    limit: limit === undefined ? null : { speed: limit, source: 'profile', boundary_id: null },
  }
}

/** The story's segments as lines: `trip 08:00-08:20 3.2km`; with the counters that matter in brackets. */
export function tell(lines: string[], profile: Profile = profiles.car, origin = home): string[] {
  return segmentsAfter(
    lines.map((line) => fixOf(line, origin)),
    profile,
  ).map(lineOf)
}

/** In the order of arrival, as it is seen live. */
export function segmentsAfter(fixes: readonly Fix[], profile: Profile = profiles.car): Segment[] {
  return run(fixes, profile).segments
}

export function run(fixes: readonly Fix[], profile: Profile = profiles.car): { state: State; segments: Segment[] } {
  let state = initialState
  const rows = new Map<string, Segment>()
  for (const fix of fixes) {
    const next = advance(state, fix, profile)
    state = next.state
    for (const [key, segment] of next.changes) {
      if (segment) rows.set(key, segment)
      else rows.delete(key)
    }
  }
  const closed = [...rows.values()].filter(({ ended_at }) => ended_at !== null)
  const segments = [...closed, ...openSegments(state, profile)]
  const order = ['gap', 'stop', 'trip', 'idle', 'speeding', 'towed', 'visit']
  return {
    state,
    segments: segments.sort((a, b) => a.began_at - b.began_at || order.indexOf(a.kind) - order.indexOf(b.kind)),
  }
}

export function lineOf(segment: Segment): string {
  const { kind, began_at, ended_at, distance_m, distance_source, pauses, boundary_id, details } = segment
  const words = [
    kind,
    ...(boundary_id === null ? [] : [boundary_id]),
    `${clockOf(began_at)}-${ended_at === null ? '' : clockOf(ended_at)}`,
    ...(kind === 'trip' || kind === 'gap' ? [`${(distance_m / 1000).toFixed(1)}km`] : []),
    ...(distance_source === 'positions' ? [] : [distance_source]),
    ...(pauses > 0 ? [`${pauses} pause`] : []),
    ...(['passing', 'stopped', 'interpolated', 'jump', 'private'] as const).filter((name) => details[name]),
    ...(details.engine_on_at === undefined ? [] : [`engine ${clockOf(details.engine_on_at)}`]),
  ]
  return words.join(' ')
}

/** Metres east and north of a place. */
export function moved({ lon, lat }: { lon: number; lat: number }, east: number, north: number) {
  const degrees = lon + east / (111_195 * Math.cos((lat * Math.PI) / 180))
  return { lon: degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees, lat: lat + north / 111_195 }
}

export function timeOf(clock: string): number {
  const [hours, minutes, seconds = 0] = clock.split(':').map(Number) as [number, number, number?]
  return DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** A fix every N seconds from one place to another, both included. */
export function drive(from: string, to: string, every_s: number, [a, b]: [number, number], words = ''): string[] {
  const [begin, end] = [timeOf(from), timeOf(to)]
  const lines: string[] = []
  for (let at = begin; at <= end; at += every_s * 1000) {
    const share = end === begin ? 0 : (at - begin) / (end - begin)
    lines.push(`${clockOf(at)} ${(a + (b - a) * share).toFixed(1)} ${words}`)
  }
  return lines
}

export const stay = (from: string, to: string, every_s: number, at: number, words = '') =>
  drive(from, to, every_s, [at, at], words)

function clockOf(at: number): string {
  const of_day = Math.round((at - DAY) / 1000)
  const [hours, minutes, seconds] = [Math.floor(of_day / 3600), Math.floor(of_day / 60) % 60, of_day % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(hours)}:${two(minutes)}${seconds ? `:${two(seconds)}` : ''}`
}
