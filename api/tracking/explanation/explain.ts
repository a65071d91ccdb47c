import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { type BoundaryAt, boundaryStates, reportStates } from '#db/alerts/explanation.ts'
import type { Db } from '#db/database.ts'
import { raisedKindsOf } from '#db/privacy/tracker_groups.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Alert, type alertKinds } from '#db/tables/tracking/alert.ts'
import { Boundary } from '#db/tables/tracking/boundary.ts'
import { Tracker } from '#db/tables/tracking/tracker.ts'
import { TrackerEvent } from '#db/tables/tracking/tracker_event.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { makeFairLimiter } from '../../http/fair_limiter.ts'
import { otherName } from '../access/names.ts'
import { readsAlert, readsTracker } from '../access/scopes.ts'
import { boundary } from '../boundaries/boundary.ts'
import { Notified, readNotified } from './notified.ts'

const { active, exit_confirmations, exit_delay_s } = Tracker.columns
const { fix_at, received, event, alarm, valid, accuracy, outside_boundary, repeated, late } = TrackerEvent.columns
const { kind, started_at, raised_at, ended_at, acknowledged_at, snoozed_until, boundary_name } = Alert.columns
const { speed_limit, top_speed, maintenance, sensor, driver, distance_m, never_inside } = Alert.columns
const { name, rule, buffer_m, use_accuracy, created_at, modified_at } = Boundary.columns
const nullableNumber = Nullable(Type.Number())

const Report = Type.Object({
  id: Id,
  fix_at,
  received,
  event,
  alarm,
  valid,
  accuracy,
  outside_boundary,
  repeated,
  late,
})
const Answer = Type.Object({
  tracker: Type.Object({ id: Id, name: Type.String(), active, exit_confirmations, exit_delay_s }),
  at: Timestamp,
  report: Nullable(Report),
  fix: Nullable(Type.Object({ id: Id, fix_at, lon: Type.Number(), lat: Type.Number(), accuracy })),
  verdict: Type.Object({
    report: Type.Enum([...reportStates]),
    state: Type.Enum([...boundaryStates]),
    boundary_id: Nullable(Id),
    since: Nullable(Timestamp),
    count: Type.Integer({ description: 'Reports in a row that broke the boundary' }),
    elapsed_s: Type.Integer(),
    is_cut: Type.Boolean({ description: 'It may have begun before what was read: 500 reports of a week' }),
  }),
  boundaries: Type.Array(
    Type.Object({
      boundary_id: Id,
      name,
      rule,
      active: Boundary.columns.active,
      buffer_m,
      use_accuracy,
      created_at,
      modified_at,
      inside: Nullable(Type.Boolean()),
      distance_m: nullableNumber,
      in_schedule: Type.Boolean(),
      of_owner: Type.Boolean(),
      of_tracker: Type.Boolean(),
    }),
  ),
  hidden: Type.Integer({ description: 'Boundaries that apply and that you do not see' }),
  alerts: Type.Array(
    Type.Object({
      id: Id,
      kind,
      alarm: Alert.columns.alarm,
      boundary_name,
      started_at,
      raised_at,
      ended_at,
      acknowledged_at,
      snoozed_until,
      speed_limit,
      top_speed,
      maintenance,
      sensor,
      driver,
      distance_m,
      other_tracker_name: Nullable(Type.String()),
      never_inside,
    }),
  ),
  raised_kinds: Type.Array(Type.String(), { description: 'Kinds that the organisation or the group has switched on' }),
  notified: Notified,
})

/** Each reads up to 500 reports and measures distances to boundaries. */
const limiter = makeFairLimiter({ concurrency: 2, per_user: 2, total: 20 })

export const explain = defineAction({
  method: 'GET',
  path: 'explain',
  tags: ['alerts'],
  summary: 'Explain why a tracker had an alert at a time, or none, and who was notified',
  description: 'With the boundaries and settings of now; the verdicts of reports are those of then.',
  query: Type.Object(
    {
      tracker_id: Id,
      at: Type.Optional(Timestamp),
      alert_id: Type.Optional({ ...Id, description: 'An alert of the tracker; `at` is when it was raised' }),
    },
    { additionalProperties: false },
  ),
  answer: Answer,
  run: ({ context, viewer, query }) => limiter(String(viewer.user_id), () => explained(context, viewer, query)),
})

async function explained(context: ApiContext, viewer: Viewer, query: Query): Promise<Static<typeof Answer>> {
  const tracker = await trackerOf(context.db, viewer, query.tracker_id)
  const of = { organisation_id: tracker.organisation_id, tracker_id: tracker.id }
  const asked = query.alert_id === undefined ? null : await alertOf(context.db, { ...of, viewer }, query.alert_id)
  const at = timeOf(query.at ?? asked?.raised_at ?? new Date().toISOString())
  const alerts = await alertsAround(context.db, { ...of, viewer }, at)
  const subject = asked ?? alerts.find(isOpenAt(at)) ?? null
  const { exit_confirmations, exit_delay_s, owner_user_id } = tracker
  const explanation = await context.explainTracker(context.db, {
    ...of,
    owner_user_id,
    exit_policy: { exit_confirmations, exit_delay_s },
    alert: alerts.some((one) => isOfBoundary(one) && isOpenAt(at)(one)),
    at,
  })
  const { report, fix, verdict } = explanation
  return {
    tracker: { id: tracker.id, name: tracker.name, active: tracker.active, exit_confirmations, exit_delay_s },
    at: iso(at),
    report: report && { ...report, fix_at: iso(report.fix_at), received: iso(report.received) },
    fix: fix && { ...fix, fix_at: iso(fix.fix_at), lon: fix.longitude!, lat: fix.latitude! },
    verdict: { ...verdict, since: verdict.since === null ? null : iso(verdict.since) },
    ...(await seenOf(context.db, viewer, explanation.boundaries)),
    alerts,
    raised_kinds: tracker.raised_kinds,
    notified: await readNotified(context, viewer, { ...of, subject, at }),
  }
}

async function trackerOf(db: Db, viewer: Viewer, id: number) {
  const { rows } = await sql<TrackerRow>`
    select t.id, t.organisation_id, t.owner_user_id, t.active, t.exit_confirmations, t.exit_delay_s,
      coalesce(nullif(t.name, ''), t.number) as name, ${raisedKindsOf('t')} as raised_kinds
    from tracker t where t.id = ${id} and ${readsTracker(viewer, 't')}`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  return rows[0]
}

async function alertOf(db: Db, of: AlertsOf, id: number): Promise<AlertRow> {
  const row = await alerts(db, of).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such alert of this tracker.', 'alert_id')
  return row
}

/** Alerts that were open at a time, first, and those that began or ended within an hour of it. */
async function alertsAround(db: Db, of: AlertsOf, at: number): Promise<AlertRow[]> {
  const [before, after] = [iso(at - HOUR_MS), iso(at + HOUR_MS)]
  const rows = await alerts(db, of)
    .where('started_at', '<=', after)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', before)]))
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute()
  return [...rows.filter(isOpenAt(at)), ...rows.filter((row) => !isOpenAt(at)(row))]
}

const alerts = (db: Db, { viewer, organisation_id, tracker_id }: AlertsOf) =>
  db
    .selectFrom('alert')
    .select(['id', 'kind', 'alarm', 'boundary_name', 'started_at', 'raised_at', 'ended_at', 'acknowledged_at'])
    .select([
      'snoozed_until',
      'speed_limit',
      'top_speed',
      'maintenance',
      'sensor',
      'driver',
      'distance_m',
      'never_inside',
    ])
    .select(otherName('alert').as('other_tracker_name'))
    .where('organisation_id', '=', organisation_id)
    .where('tracker_id', '=', tracker_id)
    .where(readsAlert(viewer))

/** Those boundaries that the viewer sees. */
async function seenOf(db: Db, viewer: Viewer, boundaries: BoundaryAt[]) {
  const ids = boundaries.map(({ boundary_id }) => boundary_id)
  const rows = ids.length
    ? await db.selectFrom('boundary').select('id').where('id', 'in', ids).where(boundary.reads(viewer)).execute()
    : []
  const seen = new Set(rows.map(({ id }) => id))
  const applies = (one: BoundaryAt) => one.active && one.in_schedule && one.of_owner && one.of_tracker
  return {
    boundaries: boundaries.filter((one) => seen.has(one.boundary_id)),
    hidden: boundaries.filter((one) => !seen.has(one.boundary_id) && applies(one)).length,
  }
}

function timeOf(text: string): number {
  const at = Date.parse(text)
  if (at > Date.now() + HOUR_MS) throw wrong('at', 'lies in the future.')
  return at
}

const isOpenAt =
  (at: number) =>
  ({ started_at, ended_at }: Pick<AlertRow, 'started_at' | 'ended_at'>) =>
    Date.parse(started_at) <= at && (ended_at === null || Date.parse(ended_at) >= at)
const isOfBoundary = ({ kind }: AlertRow) => kind === 'left_boundary' || kind === 'entered_boundary'
const iso = (ms: number) => new Date(ms).toISOString()
const HOUR_MS = 3_600_000

type Query = { tracker_id: number; at?: string; alert_id?: number }
type AlertsOf = TrackerKey & { viewer: Viewer }
type TrackerKey = { organisation_id: number; tracker_id: number }
type AlertRow = Static<typeof Answer>['alerts'][number] & { kind: (typeof alertKinds)[number] }
type TrackerRow = TrackerKey & {
  id: number
  owner_user_id: number | null
  active: boolean
  name: string
  exit_confirmations: number
  exit_delay_s: number
  raised_kinds: string[]
}
