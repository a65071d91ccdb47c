import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { fillDrivers } from '#db/movement/drivers.ts'
import { plannedTimes } from '#db/movement/planned.ts'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { PlannedShift } from '#db/tables/tracking/drivers/planned_shift.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../../crud/resource.ts'
import { rows } from '../../../crud/rows.ts'
import { trackerName } from '../../access/names.ts'
import { dispatchesPlan, readsPlan } from '../../access/scopes.ts'
import { checkDriver } from '../subjects.ts'
import { checkPlan, fillPlan, lockPlanned, organisationOfPlan, spanOfPlan } from './check.ts'

const { driver_id, tracker_id, group_id, starts_on, until_on, weekdays, not_on, from_time, to_time, note } =
  PlannedShift.columns
const optional = { until_on, weekdays, not_on, note }

const today = sql`(select (now() at time zone o.timezone)::date from organisation o
  where o.id = planned_shift.organisation_id)`
const isOver = sql<boolean>`(coalesce(planned_shift.until_on, planned_shift.starts_on) < ${today})`

export const plannedshift = defineResource({
  name: 'plannedshift',
  plural: 'plannedshifts',
  noun: 'planned shift',
  about: 'List plans of shifts: who is to drive which tracker, or one of which group, on which days',
  table: 'planned_shift',
  row: Type.Object({
    ...PlannedShift.columns,
    /** The tracker's name, or its number. */
    tracker_name: Nullable(Type.String()),
    group_name: Nullable(Type.String()),
    driver_name: Type.String(),
    /** When it begins next. */
    next_at: Nullable(Timestamp),
  }),
  computed: {
    starts_on: sql`planned_shift.starts_on::text`,
    tracker_name: trackerName('planned_shift'),
    group_name: sql`(select g.name from tracker_group g
      where g.organisation_id = planned_shift.organisation_id and g.id = planned_shift.group_id)`,
    driver_name: sql`(select d.name from driver d
      where d.organisation_id = planned_shift.organisation_id and d.id = planned_shift.driver_id)`,
    next_at: sql`(select min(t.begins_at) from ${plannedTimes('planned_shift', sql`now()`, sql`'infinity'::timestamptz`)} t
      where t.begins_at > now())`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    driver_id: equals('driver_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    group_id: equals('group_id', Id),
    over: defineFilter(Type.Boolean({ description: 'Whether the last day of the plan has passed' }), (over) =>
      over ? isOver : sql<SqlBool>`not ${isOver}`,
    ),
    from: defineFilter(
      Type.Unsafe<string>({ ...DateOnly, description: 'That may begin on this day or later' }),
      (day) => sql<SqlBool>`coalesce(planned_shift.until_on, planned_shift.starts_on) >= ${day}::date`,
    ),
  },
  search: ['note'],
  sort: { id: null, starts_on: null },
  default_sort: '-starts_on',
  reads: (viewer) => readsPlan(viewer, 'planned_shift'),
  writes: (viewer) => dispatchesPlan(viewer, 'planned_shift'),
  quota: { organisation: 'planned_shifts' },

  create: {
    body: bodyOf({ driver_id, starts_on, from_time, to_time }, { tracker_id, group_id, ...optional }),
    async run(trx, viewer, body) {
      const organisation_id = await organisationOfPlan(trx, viewer, body)
      await checkDriver(trx, viewer, organisation_id, body.driver_id)
      const plan = { ...empty, ...body }
      checkPlan(plan)
      await lockPlanned(trx, organisation_id, plan)
      const { id } = await rows(trx, 'planned_shift').insert({ ...written(plan), organisation_id })
      await fillPlan(trx, viewer, { organisation_id, id })
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { driver_id, tracker_id, group_id, starts_on, from_time, to_time, ...optional }),
    async run(trx, viewer, { id, organisation_id, ...body }) {
      const before = await readPlan(trx, organisation_id, id)
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as typeof body
      const plan = { ...before, ...given }
      if (given.tracker_id || given.group_id) await organisationOfPlan(trx, viewer, plan, organisation_id)
      if (given.driver_id) await checkDriver(trx, viewer, organisation_id, given.driver_id)
      checkPlan(plan)
      await lockPlanned(trx, organisation_id, before, plan)
      const was = await spanOfPlan(trx, organisation_id, id)
      await rows(trx, 'planned_shift').update({ ...written(plan), id, organisation_id })
      await fillPlan(trx, viewer, { organisation_id, id, was })
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    await lockPlanned(trx, organisation_id, await readPlan(trx, organisation_id, id))
    const was = await spanOfPlan(trx, organisation_id, id)
    await rows(trx, 'planned_shift').remove({ id, organisation_id })
    await fillDrivers(trx, was ? [{ ...was, always: true }] : [])
  },
})

const empty = { tracker_id: null, group_id: null, until_on: null, weekdays: [], not_on: [], note: '' }

const written = ({ weekdays, not_on, ...plan }: Plan) => ({
  ...plan,
  weekdays: [...weekdays].sort(),
  not_on: [...not_on].sort(),
})

async function readPlan(trx: Trx, organisation_id: number, id: number): Promise<Plan> {
  return trx
    .selectFrom('planned_shift')
    .select(['driver_id', 'tracker_id', 'group_id', 'weekdays', 'not_on', 'from_time', 'to_time', 'note'])
    .select([sql<string>`starts_on::text`.as('starts_on'), sql<string | null>`until_on::text`.as('until_on')])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type Plan = Omit<
  { [K in keyof typeof PlannedShift.columns]: Static<(typeof PlannedShift.columns)[K]> },
  'id' | 'organisation_id' | 'created_at' | 'modified_at'
>
