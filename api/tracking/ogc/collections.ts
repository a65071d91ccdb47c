import { wrong } from '../../http/errors.ts'
import type { Query } from '../by_key/rest.ts'
import { DAY_MS, type Span } from './times.ts'

/** Of segments that are listed without a time, and at most with one. */
const DAYS = 7
const MOST_DAYS = 31

/** The collections, each a list of the REST API. */
export const collections: Collection[] = [
  {
    id: 'trackers',
    title: 'Trackers',
    description: 'Each tracker where it was last. `datetime` is compared with the last contact.',
    list: 'trackers',
    one: 'tracker',
    most: 1000,
    filters: { number: 'string', type: 'string', state: 'string', active: 'boolean', online: 'boolean', ...ofGroups() },
    has_box: true,
    timed: ({ from, to }) => ({ seen_from: textOf(from), seen_to: textOf(to) }),
    properties:
      'number name type active state online seen_at speed battery group_id group_name tags driver_name owner_name',
    geometry: ({ position }) => position,
    more: ({ movement }) => ({
      movement: (movement as Movement)?.state ?? null,
      movement_since: (movement as Movement)?.since ?? null,
    }),
  },
  {
    id: 'boundaries',
    title: 'Boundaries',
    description: 'Areas that trackers must not leave, or must keep out of. They have no time: `datetime` is ignored.',
    list: 'boundaries',
    one: 'boundary',
    most: 200,
    filters: { active: 'boolean', rule: 'string' },
    has_box: true,
    timed: () => ({}),
    properties: 'name active rule buffer_m speed_limit all_trackers radius_m created_at modified_at',
    geometry: ({ geometry }) => geometry,
    more: ({ circle }) => ({ radius_m: (circle as { radius_m: number } | null)?.radius_m ?? null }),
  },
  {
    ...segments('trip'),
    id: 'trips',
    title: 'Trips',
    description: `Trips as lines of at most 1000 positions, the newest first. ${about()} Private trips have no geometry.`,
    most: 100,
    has_box: false,
    has_line: true,
    properties:
      'tracker_id tracker_name began_at ended_at duration_s distance_m top_speed moving_s idle_s begin_place end_place ' +
      'driver_name private',
  },
  {
    ...segments('stop'),
    id: 'stops',
    title: 'Stops',
    description: `Where trackers stood, the newest first. ${about()}`,
    properties: 'tracker_id tracker_name began_at ended_at duration_s begin_place driver_name private',
  },
  {
    ...segments('visit', { boundary_id: 'integer' }),
    id: 'visits',
    title: 'Visits of boundaries',
    description: `Stays of trackers in boundaries, at the place of their beginning, the newest first. ${about()}`,
    properties:
      'tracker_id tracker_name boundary_id boundary_name began_at ended_at duration_s begin_place driver_name private',
  },
]

function segments(kind: string, filters: Collection['filters'] = {}) {
  return {
    list: 'segments',
    one: 'segment',
    kind,
    most: 1000,
    filters: { tracker_id: 'integer', group_id: 'integer', driver_id: 'integer', ...filters } as Collection['filters'],
    has_box: true,
    days: DAYS,
    timed: ofTime,
    geometry: ({ begin_position }: Row) => begin_position,
  }
}

/** What was at some moment of a time: the REST API leaves out what ended at its begin, and what begins at its end. */
function ofTime({ from, to }: Span): Query {
  const until = to ?? Date.now()
  if (from === null) throw wrong('datetime', 'must have a begin.')
  if (until - from > MOST_DAYS * DAY_MS) throw wrong('datetime', `must be of at most ${MOST_DAYS} days.`)
  return { from: textOf(from - 1), to: textOf(until + 1) }
}

function about() {
  return `Without \`datetime\` those of the last ${DAYS} days; with it of at most ${MOST_DAYS}.`
}

function ofGroups(): Collection['filters'] {
  return { group_id: 'integer', tag_id: 'integer' }
}

const textOf = (time: number | null) => (time === null ? undefined : new Date(time).toISOString())

export type Row = { id: number; organisation_id: number } & Record<string, unknown>
export type Geometry = { type: string; coordinates: unknown } | null
type Movement = { state: string; since: string } | null
export type Collection = {
  id: string
  title: string
  description: string
  /** Paths of the REST API. */
  list: string
  one: string
  /** Of segments. */
  kind?: string
  /** Items of an answer. */
  most: number
  /** Parameters of the list, by their types. */
  filters: Record<string, 'string' | 'integer' | 'boolean'>
  /** Whether the list knows `bbox`. */
  has_box: boolean
  /** Whether its geometry is the line of what was reported. */
  has_line?: true
  /** Days that are read without a time. */
  days?: number
  /** The parameters of the list for a time. @throws {AppError} bad_request */
  timed(span: Span): Query
  /** Columns of the list. */
  properties: string
  geometry(row: Row): unknown
  more?(row: Row): Record<string, unknown>
}
