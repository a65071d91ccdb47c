import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Boundary, type BoundaryDraft } from '#db/tables/tracking/boundary.ts'
import type { ApiContext, Rehearsal } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { organisationFor, ownerFor } from '../../crud/belonging.ts'
import { checkSchedule } from '../../crud/checks.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { readsTracker } from '../access/scopes.ts'
import { boundary } from '../boundaries/boundary.ts'
import { checkVertices } from '../boundaries/limits.ts'
import { Area, CircleBody, shapeOf } from '../boundaries/shapes.ts'

const { owner_user_id, rule, buffer_m, use_accuracy, all_trackers, schedule } = Boundary.columns

const Body = Type.Object(
  {
    id: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The boundary that is changed; its shape if none is given' }),
    ),
    organisation_id: Type.Optional(Id),
    owner_user_id: Type.Optional(owner_user_id),
    geometry: Type.Optional(Area),
    circle: Type.Optional(CircleBody),
    rule: Type.Optional(rule),
    buffer_m: Type.Optional(buffer_m),
    use_accuracy: Type.Optional(use_accuracy),
    all_trackers: Type.Optional(all_trackers),
    tracker_ids: Type.Optional(Type.Array(Id, { maxItems: 100_000, uniqueItems: true })),
    schedule: Type.Optional(schedule),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'How far back; 30 without it' })),
    after: Type.Optional(Type.Integer({ minimum: 0, description: '`next` of the answer before; 0 begins' })),
  },
  { additionalProperties: false },
)

const Answer = Type.Object({
  alerts: Type.Array(
    Type.Object({
      tracker_id: Id,
      tracker_name: Type.String(),
      kind: Type.Union([Type.Literal('left_boundary'), Type.Literal('entered_boundary')]),
      started_at: Timestamp,
      ended_at: Nullable(Timestamp),
      lon: Type.Number(),
      lat: Type.Number(),
    }),
  ),
  trackers: Type.Integer({ description: 'Judged by this call' }),
  of: Type.Integer({ description: 'Trackers in all that it would apply to, and that you see' }),
  reports: Type.Integer({ description: 'Judged by this call' }),
  shortened: Type.Array(Id, { description: 'Trackers with more reports than are judged, of which the first were' }),
  next: Nullable(Type.Integer({ description: '`after` of the next call; null after the last tracker' })),
})

/** One takes some two seconds of the database. */
const limiter = makeFairLimiter({ concurrency: 1, per_user: 2, total: 20 })

export const rehearseBoundary = defineAction({
  method: 'POST',
  path: 'boundary/rehearse',
  tags: ['boundaries'],
  summary: 'Read which alerts a boundary would have raised; nothing is stored',
  description:
    'Judges what its trackers have reported by the rules of the engine, as if the boundary had been there, with the ' +
    'others as they are now. Each call takes about two seconds; repeat it with `after` until `next` is null.',
  body: Body,
  answer: Answer,
  status: 200,
  async run({ context, viewer, body, request }) {
    const draft = await draftOf(context, viewer, body)
    return limiter(String(viewer.user_id), () => rehearse(context, viewer, draft, { ...body, signal: request.signal }))
  },
})

async function rehearse(context: ApiContext, viewer: Viewer, draft: BoundaryDraft, request: Request & Ended) {
  const { days = 30, after = 0, signal } = request
  const began = Date.now()
  const span = { from: began - days * DAY_MS, to: began, most: MOST_REPORTS, signal }
  const { rows: trackers, of } = await trackersOf(context.db, viewer, draft, after)
  const rehearsal = await context.rehearse(context.reads, draft)
  const answer: Static<typeof Answer> = { alerts: [], trackers: 0, of, reports: 0, shortened: [], next: null }
  for (let done = 0, together = FIRST; done < trackers.length; ) {
    if (done > 0 && Date.now() - began > BUDGET_MS) return answer
    const some = trackers.slice(done, done + together)
    const began_some = Date.now()
    const followed = await rehearsal.follow(some, span)
    for (const [i, tracker] of some.entries()) {
      // The others are judged again by the next call.
      if (answer.trackers > 0 && answer.alerts.length >= MOST_ALERTS) return answer
      note(answer, tracker, followed[i]!)
    }
    done += some.length
    // As many as there is time for: files of history are read once for all of them.
    const each_ms = Math.max(1, Date.now() - began_some) / some.length
    together = Math.max(1, Math.floor(Math.max(0, began + BUDGET_MS - Date.now()) / each_ms))
  }
  if (trackers.length < PAGE) answer.next = null
  return answer
}

function note(answer: Static<typeof Answer>, tracker: Tracker, { alerts, reports, complete }: Followed): void {
  const { tracker_id, tracker_name } = tracker
  for (const { started_at, ended_at, ...alert } of alerts.slice(0, MOST_ALERTS)) {
    answer.alerts.push({
      ...alert,
      tracker_id,
      tracker_name,
      started_at: new Date(started_at).toISOString(),
      ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
    })
  }
  if (!complete || alerts.length > MOST_ALERTS) answer.shortened.push(tracker_id)
  answer.trackers++
  answer.reports += reports
  answer.next = tracker_id
}

/** The next trackers that a draft would apply to and that the viewer sees, and how many there are in all. */
async function trackersOf(db: Db, viewer: Viewer, draft: BoundaryDraft, after: number) {
  const { organisation_id, owner_user_id, all_trackers, tracker_ids } = draft
  let query = db
    .selectFrom('tracker')
    .where('organisation_id', '=', organisation_id)
    .where('active', '=', true)
    .where(readsTracker(viewer))
  if (owner_user_id !== null) query = query.where('owner_user_id', '=', owner_user_id)
  if (!all_trackers) query = query.where('id', '=', sql<number>`any(${`{${tracker_ids.join(',')}}`}::bigint[])`)
  const rows = await query
    .select(['id as tracker_id', 'owner_user_id', 'exit_confirmations', 'exit_delay_s'])
    .select(sql<string>`coalesce(nullif(tracker.name, ''), tracker.number)`.as('tracker_name'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute()
  const { of } = await query.select(sql<number>`count(*)::int`.as('of')).executeTakeFirstOrThrow()
  return { rows, of }
}

/** The boundary as it would be: what the body does not name is that of the stored one. */
async function draftOf(context: ApiContext, viewer: Viewer, body: Request): Promise<BoundaryDraft> {
  const stored = body.id === undefined ? null : await storedOf(context.db, viewer, body.id)
  const organisation_id = stored?.organisation_id ?? organisationFor(viewer, body.organisation_id)
  if (body.geometry) {
    await checkVertices(context.db, context.config.quotas, viewer, { organisation_id, geometry: body.geometry })
  }
  checkSchedule(body.schedule)
  const shape = await shapeOf(context.db, body.geometry, body.circle)
  if (!shape && !stored) throw wrong('geometry', 'is missing; give it or circle.')
  const owner =
    stored && body.owner_user_id === undefined
      ? stored.owner_user_id
      : await ownerFor(context.db, viewer, organisation_id, body.owner_user_id)
  const tracker_ids = body.tracker_ids ?? stored?.tracker_ids ?? []
  return {
    boundary_id: stored?.id ?? 0,
    organisation_id,
    owner_user_id: owner ?? null,
    rule: body.rule ?? stored?.rule ?? 'any',
    buffer_m: body.buffer_m ?? stored?.buffer_m ?? 0,
    use_accuracy: body.use_accuracy ?? stored?.use_accuracy ?? true,
    all_trackers: body.all_trackers ?? stored?.all_trackers ?? body.tracker_ids === undefined,
    tracker_ids,
    schedule: body.schedule === undefined ? (stored?.schedule ?? null) : body.schedule,
    geometry: shape?.geometry ?? stored!.geometry,
  }
}

async function storedOf(db: Db, viewer: Viewer, id: number) {
  const row = await db
    .selectFrom('boundary')
    .select(['id', 'organisation_id', 'owner_user_id', 'rule', 'buffer_m', 'use_accuracy', 'all_trackers', 'schedule'])
    .select([sql<string>`encode(st_asewkb(geometry), 'hex')`.as('geometry')])
    .select(
      sql<number[]>`array(select l.tracker_id::float8 from boundary_tracker l
        where l.organisation_id = boundary.organisation_id and l.boundary_id = boundary.id)`.as('tracker_ids'),
    )
    .where('id', '=', id)
    .where(boundary.reads(viewer))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such boundary.', 'id')
  return row
}

const DAY_MS = 86_400_000
/** After which no further trackers are begun. */
const BUDGET_MS = 2000
/** Of a tracker: a report every 13 seconds for 30 days. */
const MOST_REPORTS = 200_000
const MOST_ALERTS = 1000
const PAGE = 100
/** Trackers with which a call begins, to see how long they take. */
const FIRST = 4

type Request = Static<typeof Body>
type Ended = { signal: AbortSignal }
type Tracker = Awaited<ReturnType<typeof trackersOf>>['rows'][number]
type Followed = Awaited<ReturnType<Rehearsal['follow']>>[number]
