import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { readTracks } from '#db/history/tracks/read.ts'
import { emptyTrack, type Track } from '#db/history/tracks/track.ts'
import { isPrivate } from '#db/privacy/private_trips.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { organisationFor } from '../../crud/belonging.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { overlaps } from '../reports/segments.ts'
import { inTurn, trackersOf } from './asked.ts'
import { isSilentAfter, thin } from './thin.ts'

const Query = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    from: Timestamp,
    to: Timestamp,
    after: Type.Optional(Type.Integer({ ...Id, description: '`next` of the answer before' })),
  },
  { additionalProperties: false },
)

const Integers = Type.Array(Type.Integer())
const FleetTrack = Type.Object({
  tracker_id: Id,
  tracker_name: Type.String(),
  before: Nullable(
    Type.Object(
      { lon: Type.Number(), lat: Type.Number() },
      { description: 'Where it stood at `from`; null where that is not known' },
    ),
  ),
  at: Type.Array(Type.Integer(), { description: 'Seconds: the first since `from`, each other since the one before' }),
  lon: Type.Array(Type.Integer(), { description: '1/100 000 degree, as differences too' }),
  lat: Integers,
  verdicts: Type.Array(Type.Integer(), {
    description: 'Pairs: a place in the lists, and what holds from there: 0 inside, 1 outside, 2 no boundary applied',
  }),
  silent: Type.Array(Type.Integer(), { description: 'Places in the lists after which it reported nothing for long' }),
})

/** What all trackers reported in a span, for a map that shows any moment of it. */
export const readFleetTracks = defineAction({
  method: 'GET',
  path: 'fleet/tracks',
  tags: ['tracker_history'],
  summary: 'Read where all trackers were in a span of at most 26 hours, thinned, for a map of any moment of it',
  description:
    'Trackers follow each other by id. Each call takes about two seconds; repeat it with `after` until `next` is null. ' +
    'Fixes closer than `step_s` are left out, and those of a tracker that stands.',
  query: Query,
  answer: Type.Object({
    trackers: Type.Integer({ description: 'All that you see' }),
    step_s: Type.Integer(),
    tracks: Type.Array(FleetTrack),
    next: Nullable(Id),
  }),
  run: ({ context, viewer, query, request }) =>
    inTurn(String(viewer.user_id), () => read(context, viewer, query, request.signal)),
})

async function read({ reads }: ApiContext, viewer: Viewer, query: Static<typeof Query>, signal: AbortSignal) {
  const organisation_id = organisationFor(viewer, query.organisation_id)
  const { after = 0 } = query
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)]
  if (from >= to) throw wrong('to', 'is not later than from.')
  if (to - from > MOST_MS) throw wrong('to', 'is more than 26 hours later than from.')
  const named = await trackersOf(reads, viewer, organisation_id)
  const step_s = stepOf(named.size)
  const left = [...named.keys()].filter((id) => id > after)
  const tracks: Static<typeof FleetTrack>[] = []
  const ends_at = Date.now() + BUDGET_MS
  let count = 0
  let read = 0
  let at_once = FEW
  while (read < left.length && Date.now() < ends_at && count < MOST_FIXES) {
    const tracker_ids = left.slice(read, read + at_once)
    read += tracker_ids.length
    const found = await readTracks(reads, { organisation_id, tracker_ids, from, to, with_verdicts: true, signal })
    const fixes = [...found.values()].reduce((sum, { at }) => sum + at.length, 1)
    at_once = Math.max(FEW, Math.min(MANY, Math.floor((at_once * IN_MEMORY) / fixes)))
    const stood = await placesAt(reads, organisation_id, tracker_ids, query.from)
    for (const tracker_id of tracker_ids) {
      const track = found.get(tracker_id)
      const before = stood.get(tracker_id) ?? null
      if (!track && !before) continue
      const encoded = encode(track ?? none, from, step_s * 1000)
      tracks.push({ tracker_id, tracker_name: named.get(tracker_id)!, before, ...encoded })
      count += encoded.at.length
    }
  }
  return { trackers: named.size, step_s, tracks, next: read < left.length ? left[read - 1]! : null }
}

/** As differences, which are short as text. */
function encode(track: Track, from: number, step_ms: number) {
  const kept = thin(track, step_ms)
  const verdicts: number[] = []
  for (const [place, i] of kept.entries()) {
    const verdict = codeOf(track.outside[i]!)
    if (verdict !== verdicts.at(-1)) verdicts.push(place, verdict)
  }
  return {
    at: differences(kept.map((i) => Math.round((track.at[i]! - from) / 1000))),
    lon: differences(kept.map((i) => Math.round(track.lon[i]! * DEGREE))),
    lat: differences(kept.map((i) => Math.round(track.lat[i]! * DEGREE))),
    verdicts,
    silent: kept.flatMap((i, place) => (isSilentAfter(track, i) ? [place] : [])),
  }
}

const differences = (values: number[]) => values.map((value, i) => value - (i > 0 ? values[i - 1]! : 0))
const codeOf = (outside: boolean | null) => (outside === null ? 2 : Number(outside))

/** Where trackers stood at a moment, by the stop that continued then. */
async function placesAt(db: Db, organisation_id: number, ids: readonly number[], at: string) {
  const { rows } = await sql<{ tracker_id: number; lon: number; lat: number }>`
    select t.id::float8 as tracker_id, st_x(s.position) as lon, st_y(s.position) as lat
    from unnest(${ids}::bigint[]) as t (id) cross join lateral (
      select segment.begin_position as position from segment
      where segment.organisation_id = ${organisation_id} and segment.tracker_id = t.id and segment.kind = 'stop'
        and ${overlaps(at, at)} and not ${isPrivate('segment')}
      order by segment.began_at desc limit 1) s`.execute(db)
  return new Map(rows.map(({ tracker_id, lon, lat }) => [tracker_id, { lon, lat }]))
}

/** Seconds: of a large fleet a map shows less of each, and a day of it has to fit into a browser. */
const stepOf = (trackers: number) => (trackers <= 300 ? 10 : trackers <= 2000 ? 30 : 120)

const none: Track = emptyTrack()
/** A day on which clocks go back, and an hour. */
const MOST_MS = 26 * 3_600_000
/** After which no more trackers are read. */
const BUDGET_MS = 1500
/** Of one answer, about: some 3 MB. */
const MOST_FIXES = 200_000
/** Trackers of which the span is in memory: one may have reported every second. */
const FEW = 10
const MANY = 200
/** Fixes that are in memory, about. */
const IN_MEMORY = 500_000
const DEGREE = 100_000
