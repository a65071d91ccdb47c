import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DAY_MS } from '#db/history/tracks/stored_days.ts'
import { endOfShift } from '#db/movement/drivers.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { unnestRows } from '#db/unnest.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { organisationFor } from '../../crud/belonging.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { checkVertices } from '../boundaries/limits.ts'
import { Area, CircleBody, shapeOf } from '../boundaries/shapes.ts'
import { AskedArea } from './area.ts'
import { inTurn, trackersOf } from './asked.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { searchVisits } from './search.ts'

const Body = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    geometry: Type.Optional(Area),
    circle: Type.Optional(CircleBody),
    from: Timestamp,
    to: Timestamp,
    tracker_ids: Type.Optional(
      Type.Array(Id, { maxItems: 10_000, uniqueItems: true, description: 'These only; all that you see without it' }),
    ),
    after: Type.Optional(Type.String({ maxLength: 4_000_000, description: '`next` of the answer before' })),
  },
  { additionalProperties: false },
)

const Visit = Type.Object({
  tracker_id: Id,
  tracker_name: Type.String(),
  driver_id: Nullable(Id),
  driver_name: Nullable(Type.String()),
  began_at: Timestamp,
  /** Null where it was still there at its last report. */
  ended_at: Nullable(Timestamp),
  last_at: Type.String({ ...Timestamp, description: 'the last report inside' }),
  seconds: Type.Number(),
  reports: Type.Integer({ description: 'inside; 0 where it passed through between two reports' }),
  lon: Type.Number({ description: 'of the first report' }),
  lat: Type.Number(),
})

const Answer = Type.Object({
  visits: Type.Array(Visit),
  trackers: Type.Integer({ description: 'Trackers that are asked about' }),
  reports: Type.Integer({ description: 'Of trackers that came near, read by this call' }),
  through: Type.String({ ...Timestamp, description: 'Up to which time all are found' }),
  is_cut: Type.Boolean({ description: 'Whether a day had more visits than are listed' }),
  next: Nullable(Type.String({ description: '`after` of the next call; null at the end' })),
})

export const findAreaVisits = defineAction({
  method: 'POST',
  path: 'area/visits',
  tags: ['tracker_history'],
  summary: 'Find which trackers were in an area, when, how long and driven by whom; nothing is stored',
  description:
    'Looks through what trackers have reported, first days first. Each call takes about two seconds; repeat it with ' +
    '`after` until `next` is null. A visit ends with the second report outside in a row. `to` is at most two years ' +
    'later than `from`, and not included.',
  body: Body,
  answer: Answer,
  status: 200,
  run: ({ context, viewer, body, request }) =>
    inTurn(String(viewer.user_id), () => find(context, viewer, body, request.signal)),
})

async function find(context: ApiContext, viewer: Viewer, body: Request, signal: AbortSignal) {
  const { reads, config } = context
  const organisation_id = organisationFor(viewer, body.organisation_id)
  const [from, to] = spanOf(body)
  if (body.geometry) await checkVertices(reads, config.quotas, viewer, { organisation_id, geometry: body.geometry })
  const shape = await shapeOf(reads, body.geometry, body.circle)
  if (!shape) throw wrong('geometry', 'is missing; give it or circle.')
  const named = await trackersOf(reads, viewer, organisation_id, body.tracker_ids)
  const trackers: ReadonlySet<number> = new Set(named.keys())
  const first = Math.floor(from / DAY_MS) * DAY_MS
  const { day, open } = body.after === undefined ? { day: first, open: new Map() } : decodeCursor(body.after, trackers)
  const area = await AskedArea.of(reads, shape.geometry)
  const search = { organisation_id, area, trackers, from, to, day: Math.max(day, first), open, signal }
  const found = await searchVisits(reads, search)
  const is_done = found.day >= to
  const visits = found.visits.map(({ ended, ...visit }) => ({ ...visit, last: ended, is_open: false }))
  if (is_done) {
    for (const [tracker_id, { outside, ...visit }] of found.open)
      visits.push({ tracker_id, ...visit, is_open: !outside })
  }
  visits.sort((a, b) => a.began - b.began)
  const drivers = await driversOf(reads, organisation_id, visits)
  return {
    visits: visits.map(({ tracker_id, began, last, is_open, reports, lon, lat }, i) => ({
      tracker_id,
      tracker_name: named.get(tracker_id)!,
      ...(drivers.get(i) ?? none),
      began_at: new Date(began).toISOString(),
      ended_at: is_open ? null : new Date(last).toISOString(),
      last_at: new Date(last).toISOString(),
      seconds: (last - began) / 1000,
      reports,
      lon,
      lat,
    })),
    trackers: trackers.size,
    reports: found.reports,
    through: new Date(Math.min(to, found.day)).toISOString(),
    is_cut: found.is_cut,
    next: is_done ? null : encodeCursor(found),
  }
}

function spanOf({ from, to }: Request): [number, number] {
  const [begin, end] = [Date.parse(from), Math.min(Date.parse(to), Date.now() + DAY_MS)]
  if (begin >= Date.parse(to)) throw wrong('to', 'is not later than from.')
  if (Date.parse(to) - begin > MOST_DAYS * DAY_MS) throw wrong('to', 'is more than two years later than from.')
  return [begin, Math.max(begin, end)]
}

/** Who drove at the begin of each visit, by the shifts of its tracker; by the place of the visit in the list. */
async function driversOf(db: Db, organisation_id: number, visits: readonly { tracker_id: number; began: number }[]) {
  const asked = visits.map(({ tracker_id, began }) => ({ tracker_id, began: began / 1000 }))
  const { rows } = await sql<Driven>`select v.i::int as i, d.id::float8 as driver_id, d.name as driver_name
    from ${unnestRows(asked, { bigint: ['tracker_id'], float8: ['began'] }, 'v', 'i')}
    cross join lateral (select s.driver_id from driver_shift s
      where s.organisation_id = ${organisation_id} and s.tracker_id = v.tracker_id and s.driver_id is not null
        and s.began_at <= to_timestamp(v.began) and coalesce(${endOfShift('s')} > to_timestamp(v.began), true)
      order by s.source = 'person' desc, s.began_at desc limit 1) s
    join driver d on d.organisation_id = ${organisation_id} and d.id = s.driver_id`.execute(db)
  return new Map(rows.map(({ i, ...driver }) => [i - 1, driver]))
}

const none = { driver_id: null, driver_name: null }
const MOST_DAYS = 732

type Request = Static<typeof Body>
type Driven = { i: number; driver_id: number; driver_name: string }
