import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { historyOf } from '#db/history/of.ts'
import { listParts } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import { privateOf } from '#db/privacy/private_hours.ts'
import { Id, Nullable, Sized, Timestamp } from '#db/tables/columns.ts'
import { TrackImport } from '#db/tables/tracking/imports/track_import.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { administers } from '../../crud/belonging.ts'
import { limitFiles } from '../../crud/tiers/limits.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { checkServed } from '../../http/backends.ts'
import { AppError } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { readsTracker } from '../access/scopes.ts'
import { onGlobe } from '../point.ts'
import { EnteredBody, FIRST_FIX } from './enter_position.ts'
import { lastCandidates, lockState, type TrackerKey } from './last_event.ts'
import { type Point, storePoints } from './store_points.ts'
import { takeImport } from './trackimport.ts'

const MOST_POINTS = 500

const { fix_at, position, altitude, heading, speed, accuracy } = EnteredBody.properties
const attributes = Type.Optional(
  Sized(
    4096,
    Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
      Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 400 })]),
      {
        maxProperties: 100,
        additionalProperties: false,
        description: 'What the device reported with it, in the names and units of its reports',
      },
    ),
  ),
)
const Fix = Type.Object(
  { fix_at, position, altitude, heading, speed, accuracy, attributes },
  { additionalProperties: false },
)
const Body = Type.Object(
  {
    tracker_id: Id,
    points: Type.Array(Fix, { minItems: 1, maxItems: MOST_POINTS, description: 'In any order' }),
    trackimport_id: Type.Optional({ ...Id, description: 'The import that earlier parts of the track began' }),
    name: Type.Optional({ ...TrackImport.columns.name, description: 'Of a new import, such as the name of the file' }),
    dry_run: Type.Optional(Type.Boolean({ description: 'Counts, and writes nothing' })),
  },
  { additionalProperties: false },
)
const Answer = Type.Object({
  /** What was stored, or in a dry run would be. */
  stored: Type.Integer(),
  known: Type.Integer({ description: 'The tracker has a report of that time already, or an earlier point has it' }),
  recent: Type.Integer({ description: 'Of the last 15 minutes, or in the future' }),
  too_old: Type.Integer({ description: 'Before the year 2000' }),
  locked: Type.Integer({ description: 'Of a time whose records are locked' }),
  private: Type.Integer({ description: 'Outside of the working hours of the tracker, or of a private time' }),
  /** Null where nothing was stored. */
  trackimport_id: Nullable(Id),
  first_fix_at: Nullable(Timestamp),
  last_fix_at: Nullable(Timestamp),
})

/** Writing points takes the database some time: others of the same person wait. */
const limiter = makeFairLimiter({ concurrency: 2, per_user: 2, total: 20 })

/** Takes a part of a track from elsewhere into a tracker's history. */
export const importTrack = defineAction({
  method: 'POST',
  path: 'track/import',
  tags: ['trackerevents'],
  summary: `Import up to ${MOST_POINTS} points of the past into a tracker's history`,
  description:
    'For administrators of the organisation. Points are judged by the boundaries, raise no alerts, and are the ' +
    "tracker's last position only where nothing is later; trips and days are found again. A time that is stored " +
    'already is passed over, so that a part that is sent again stores nothing twice. All parts of a track name the ' +
    '`trackimport_id` of the first, so that they are undone together.',
  body: Body,
  answer: Answer,
  status: 200,
  attempts: ['track_import'],
  run: ({ context, viewer, body }) =>
    limiter(String(viewer.user_id), () => inBackground(() => importPart(context, viewer, body))),
})

async function importPart(context: ApiContext, viewer: Viewer, body: Static<typeof Body>) {
  const { tracker_id, trackimport_id, name = 'track', dry_run = false } = body
  const { db } = context
  const tracker = await db
    .selectFrom('tracker')
    .select(['id as tracker_id', 'organisation_id', 'owner_user_id'])
    .where('id', '=', tracker_id)
    .where(readsTracker(viewer))
    .executeTakeFirst()
  if (!tracker) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  const { organisation_id } = tracker
  if (!administers(viewer, organisation_id)) {
    throw new AppError('forbidden', 'Only an administrator of the organisation may do that.')
  }
  await checkServed(db, organisation_id)
  const { points: all, ...counts } = sorted(body.points, await lockedUntil(db, organisation_id))
  const times = all.map(({ at }) => at)
  const are_private = await privateOf(db, tracker, times)
  const points = all.filter(({ at }) => !are_private.has(at))
  counts.private = are_private.size
  if (points.length === 0) return answerOf(counts, [])
  const closed = await timesOfClosedDays(db, tracker, points)
  if (dry_run) return answerOf(counts, await unknownOf(db, tracker, points, closed), points)
  const candidates = await lastCandidates(db, tracker)
  return transact(context, async (trx) => {
    await lockState(trx, tracker)
    const fresh = await unknownOf(trx, tracker, points, closed)
    if (fresh.length === 0) return answerOf(counts, [], points)
    const { id, digest } = await takeImport(trx, viewer, { tracker, fresh, name, id: trackimport_id })
    await storePoints(trx, { tracker, fresh, digest, candidates })
    return { ...answerOf(counts, fresh, points), trackimport_id: id }
  })
}

/** The points that may be stored in the order of their times, and how many may not. */
function sorted(points: Static<typeof Fix>[], locked_until: number) {
  const counts = { known: 0, recent: 0, too_old: 0, locked: 0, private: 0 }
  const now = Date.now()
  const kept = new Map<number, Point>()
  for (const { fix_at, position, ...rest } of points) {
    const at = Date.parse(fix_at)
    const place = onGlobe(position)
    if (at > now - NEWS_MS) counts.recent++
    else if (!(at >= FIRST_FIX)) counts.too_old++
    else if (at < locked_until) counts.locked++
    else if (kept.has(at)) counts.known++
    else kept.set(at, { at, fix_at: new Date(at).toISOString(), ...place, ...rest })
  }
  return { ...counts, points: [...kept.values()].sort((a, b) => a.at - b.at) }
}

export async function lockedUntil(db: Db, organisation_id: number): Promise<number> {
  const { rows } = await sql<{ until: number | null }>`
    select (extract(epoch from max(locked_until)) * 1000)::float8 as until from data_lock
    where organisation_id = ${organisation_id}`.execute(db)
  return rows[0]!.until ?? Number.NEGATIVE_INFINITY
}

/** Of the reports in files between the first and the last point. Not in a transaction: files are read. */
async function timesOfClosedDays(db: Db, key: TrackerKey, points: Point[]): Promise<Set<number>> {
  const times = new Set<number>()
  const history = historyOf(db)
  if (!history) return times
  const [first, last] = [points[0]!, points.at(-1)!]
  const parts = await listParts(db, { organisation_ids: [key.organisation_id], from: first.fix_at, to: last.fix_at })
  if (parts.parts.length === 0) return times
  const filter = { tracker_ids: new Set([key.tracker_id]), from: first.at * 1000, to: last.at * 1000 + 999 }
  const wanted = new Set(points.map(({ at }) => at))
  await limitFiles(`tracker ${key.tracker_id}`, async (signal) => {
    for await (const events of readEvents(history, parts, { filter, order: 'fix_at', signal })) {
      for (const { fix_at } of events) {
        const at = Math.floor(fix_at / 1000)
        if (wanted.has(at)) times.add(at)
      }
    }
  })
  return times
}

async function unknownOf(db: Db, key: TrackerKey, points: Point[], closed: Set<number>): Promise<Point[]> {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from e.fix_at) * 1000)::float8 as at from tracker_event e
    where e.organisation_id = ${key.organisation_id} and e.tracker_id = ${key.tracker_id}
      and e.fix_at = any(${points.map((point) => point.fix_at)}::timestamptz[])`.execute(db)
  const known = new Set(rows.map(({ at }) => Math.round(at)))
  return points.filter(({ at }) => !known.has(at) && !closed.has(at))
}

const answerOf = ({ known, ...counts }: Counts, fresh: Point[], points: Point[] = fresh) => ({
  ...counts,
  trackimport_id: null,
  stored: fresh.length,
  known: known + points.length - fresh.length,
  first_fix_at: fresh[0]?.fix_at ?? null,
  last_fix_at: fresh.at(-1)?.fix_at ?? null,
})

/** What happened longer ago is not news to the engine of alerts any more (`gateway/movement/raising`). */
const NEWS_MS = 15 * 60_000

type Counts = { known: number; recent: number; too_old: number; locked: number; private: number }
