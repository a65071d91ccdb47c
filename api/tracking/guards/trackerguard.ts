import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { raisedKindsOf } from '#db/privacy/tracker_groups.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { TrackerGuard } from '#db/tables/tracking/guards/tracker_guard.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { checkSchedule } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { GroupFilter, isOfGroup } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { dispatchesTracker, readsOfTracker, readsTracker, writesOfTracker } from '../access/scopes.ts'
import { isOfTracker } from '../access/spread.ts'
import { Point } from '../point.ts'
import { armGuard, disarmGuard, endGuardAlert, renewState } from './arm.ts'

const {
  ignition: _i,
  in_hours: _h,
  changing_since: _s,
  changing_count: _c,
  alert_id: _a,
  position: _p,
  ...columns
} = TrackerGuard.columns
const { tracker_id, on_ignition, schedule } = columns
const is_armed = sql<boolean>`(tracker_guard.armed_at is not null)`

/** Whether armed, and what arms it: a person, the ignition, or hours. */
export const trackerguard = defineResource({
  name: 'trackerguard',
  plural: 'trackerguards',
  noun: 'parking guard',
  about: 'List parking guards: trackers that must stay where they are parked, while they are armed',
  table: 'tracker_guard',
  row: Type.Object({
    ...columns,
    armed: Type.Boolean(),
    /** The circle's centre; null until the first fix of a tracker that was armed without any. */
    position: Nullable(Point),
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
  }),
  computed: {
    armed: is_armed,
    position: sql`st_asgeojson(tracker_guard.position, 7)::json`,
    tracker_name: trackerName('tracker_guard'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('tracker_guard', id)),
    group_id: defineFilter(GroupFilter, (id) => isOfGroup('tracker_guard', id)),
    armed: defineFilter(Type.Boolean(), (armed) => sql<SqlBool>`${is_armed} = ${armed}`),
  },
  search: ['armed_by'],
  sort: { id: null, armed_at: null },
  default_sort: 'id',
  reads: (viewer) => readsOfTracker(viewer, 'tracker_guard'),
  writes: (viewer) => guardsTracker(viewer, 'tracker_guard'),

  create: {
    body: bodyOf({ tracker_id }, { armed: Type.Boolean(), on_ignition, schedule }),
    async run(trx, viewer, { tracker_id, armed = false, on_ignition, schedule }) {
      checkSchedule(schedule)
      const { organisation_id, is_raised } = await readTracker(trx, viewer, tracker_id)
      if (armed || on_ignition || schedule) checkRaised(is_raised)
      await renewState(trx, { organisation_id, tracker_id })
      const settings = { organisation_id, tracker_id, on_ignition, schedule }
      const made = await rows(trx, 'tracker_guard').insert(settings)
      if (armed) await armGuard(trx, { organisation_id, tracker_id, user_id: viewer.user_id })
      return made
    },
  },
  update: {
    body: bodyOf({}, { armed: Type.Boolean(), on_ignition, schedule }),
    async run(trx, viewer, { id, organisation_id, armed, on_ignition, schedule }) {
      checkSchedule(schedule)
      const { tracker_id } = await trx
        .selectFrom('tracker_guard')
        .select('tracker_id')
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const of = { organisation_id, tracker_id }
      if (armed || on_ignition || schedule) checkRaised((await readTracker(trx, viewer, tracker_id)).is_raised)
      await renewState(trx, of)
      await rows(trx, 'tracker_guard').update({
        id,
        organisation_id,
        on_ignition,
        schedule,
        // Judged again by the next report.
        ...(on_ignition && { ignition: null }),
        ...(schedule !== undefined && { in_hours: false }),
      })
      if (armed === true) await armGuard(trx, { ...of, user_id: viewer.user_id })
      if (armed === false) await disarmGuard(trx, of, ['person', 'ignition', 'schedule'])
      if (on_ignition === false) await disarmGuard(trx, of, ['ignition'])
      if (schedule === null) await disarmGuard(trx, of, ['schedule'])
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    const { tracker_id } = await trx
      .selectFrom('tracker_guard')
      .select('tracker_id')
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await renewState(trx, { organisation_id, tracker_id })
    await endGuardAlert(trx, { organisation_id, tracker_id })
    await rows(trx, 'tracker_guard').remove({ id, organisation_id })
  },
})

/** Who dispatches a tracker, or may change it, may guard it. */
function guardsTracker(viewer: Viewer, table: string): Scope {
  const dispatched = dispatchesTracker(viewer, table)
  return scope(readsOfTracker(viewer, table).extent, sql<SqlBool>`(${dispatched} or ${writesOfTracker(viewer, table)})`)
}

async function readTracker(trx: Trx, viewer: Viewer, id: number) {
  const { rows } = await sql<{ organisation_id: number; guards: boolean; is_raised: boolean }>`
    select t.organisation_id, ${guardsTracker(viewer, 'd')} as guards, 'guard' = any(${raisedKindsOf('t')}) as is_raised
    from tracker t cross join lateral (select t.organisation_id, t.id as tracker_id) d
    where t.id = ${id} and ${readsTracker(viewer, 't')} for key share of t`.execute(trx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  if (!rows[0].guards) throw new AppError('forbidden')
  return { ...rows[0], organisation_id: Number(rows[0].organisation_id) }
}

/** A guard that nobody would be notified of must not seem to guard. */
function checkRaised(is_raised: boolean): void {
  if (is_raised) return
  const reason = 'Alerts of the parking guard are switched off in the settings of the organisation or of the group.'
  throw new AppError('not_possible', reason)
}
