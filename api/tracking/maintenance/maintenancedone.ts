import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { counterOf, perDay, todayOf } from '#db/maintenance/counters.ts'
import { settleMaintenance } from '#db/maintenance/settle.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { MaintenanceDone } from '#db/tables/tracking/maintenance/maintenance_done.ts'
import { atLeast, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { GroupFilter, isOfGroup } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { dispatchesTracker, readsOfTracker, readsTracker } from '../access/scopes.ts'
import { isOfTracker } from '../access/spread.ts'
import { isOfPlan } from './plans.ts'

const { of_day_m: _m, of_day_h: _h, ...columns } = MaintenanceDone.columns
const { tracker_id, maintenance_plan_id, done_on, odometer_m, engine_h, cost, next_on, note } = columns

/** What was done by a plan, or a reading of the counters, which are counted from there. */
export const maintenancedone = defineResource({
  name: 'maintenancedone',
  plural: 'maintenancedones',
  noun: 'record of maintenance',
  about: 'List what was done to trackers by plans of maintenance, and readings of their counters',
  table: 'maintenance_done',
  row: Type.Object({
    ...columns,
    /** The tracker's name, or its number. */
    tracker_name: Type.String(),
    plan_name: Nullable(Type.String()),
    /** Of the cost: the organisation's. */
    currency: Type.String(),
    /** How many places it has. */
    digits: Type.Integer(),
  }),
  computed: {
    tracker_name: trackerName('maintenance_done'),
    plan_name: sql`(select p.name from maintenance_plan p
      where p.organisation_id = maintenance_done.organisation_id and p.id = maintenance_done.maintenance_plan_id)`,
    currency: ofCurrency('code'),
    digits: ofCurrency('digits'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: defineFilter(Id, (id) => isOfTracker('maintenance_done', id)),
    group_id: defineFilter(GroupFilter, (id) => isOfGroup('maintenance_done', id)),
    maintenance_plan_id: equals('maintenance_plan_id', Id),
    from: atLeast('done_on', DateOnly),
    until: defineFilter(
      Type.String({ ...DateOnly, description: 'The last day, included' }),
      (day) => sql`maintenance_done.done_on <= ${day}`,
    ),
  },
  sums: { cost: sql`sum(maintenance_done.cost)::float8` },
  attachable: sql<string>`concat_ws(' ', (select p.name from maintenance_plan p
    where p.organisation_id = maintenance_done.organisation_id and p.id = maintenance_done.maintenance_plan_id),
    maintenance_done.done_on)`,
  search: ['note'],
  sort: { id: null, done_on: null },
  default_sort: '-done_on',
  reads: (viewer) => readsOfTracker(viewer, 'maintenance_done'),
  writes: (viewer) => dispatchesTracker(viewer, 'maintenance_done'),
  quota: { organisation: 'maintenance_done' },

  create: {
    body: bodyOf({ tracker_id }, { maintenance_plan_id, done_on, odometer_m, engine_h, cost, next_on, note }),
    async run(trx, viewer, { tracker_id, maintenance_plan_id = null, cost, next_on, note, ...body }) {
      const organisation_id = await organisationOf(trx, viewer, tracker_id)
      if (maintenance_plan_id) await checkPlan(trx, organisation_id, tracker_id, maintenance_plan_id)
      const counted = await readCounted(trx, { organisation_id, tracker_id, done_on: body.done_on ?? null })
      if (counted.done_on > counted.today) throw wrong('done_on', 'is in the future.')
      const of_plan = maintenance_plan_id !== null
      const odometer_m = body.odometer_m ?? (of_plan ? counted.odometer_m : null)
      const engine_h = body.engine_h ?? (of_plan ? counted.engine_h : null)
      checkSays({ maintenance_plan_id, odometer_m, engine_h })
      if (next_on) await checkNext(trx, { organisation_id, maintenance_plan_id, done_on: counted.done_on, next_on })
      const is_today = counted.done_on === counted.today
      const made = await rows(trx, 'maintenance_done').insert({
        organisation_id,
        tracker_id,
        maintenance_plan_id,
        done_on: counted.done_on,
        odometer_m,
        engine_h,
        of_day_m: is_today ? counted.of_day_m : null,
        of_day_h: is_today ? counted.of_day_h : null,
        cost,
        next_on,
        note,
      })
      await settleMaintenance(trx, organisation_id)
      return made
    },
  },
  update: {
    body: bodyOf({}, { odometer_m, engine_h, cost, next_on, note }),
    async run(trx, _viewer, { id, organisation_id, ...changes }) {
      const before = await trx
        .selectFrom('maintenance_done')
        .select(['maintenance_plan_id', 'done_on', 'odometer_m', 'engine_h'])
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      checkSays({ ...before, ...given })
      if (changes.next_on) await checkNext(trx, { organisation_id, ...before, next_on: changes.next_on })
      await rows(trx, 'maintenance_done').update({ ...changes, id, organisation_id })
      await settleMaintenance(trx, organisation_id)
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    await rows(trx, 'maintenance_done').remove({ id, organisation_id })
    await settleMaintenance(trx, organisation_id)
  },
})

async function organisationOf(trx: Trx, viewer: Viewer, id: number): Promise<number> {
  const { rows } = await sql<{ organisation_id: number; dispatches: boolean }>`
    select t.organisation_id, ${dispatchesTracker(viewer, 'd')} as dispatches
    from tracker t cross join lateral (select t.organisation_id, t.id as tracker_id) d
    where t.id = ${id} and ${readsTracker(viewer, 't')} for key share of t`.execute(trx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
  if (!rows[0].dispatches) throw new AppError('forbidden')
  return Number(rows[0].organisation_id)
}

/** The plan is for this tracker, or for a group that it is in. */
async function checkPlan(trx: Trx, organisation_id: number, tracker_id: number, id: number): Promise<void> {
  const plan = await trx
    .selectFrom('maintenance_plan')
    .select(['tracker_id', 'group_id'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (plan && (await isOfPlan(trx, organisation_id, tracker_id, plan))) return
  throw new AppError('not_found', 'There is no such plan for this tracker.', 'maintenance_plan_id')
}

/** The counters at the end of a day, and what that day has had so far. */
async function readCounted(trx: Trx, { organisation_id, tracker_id, done_on }: At): Promise<Counted> {
  const of = { organisation_id: sql`${organisation_id}::bigint`, tracker_id: sql`${tracker_id}::bigint` }
  const { rows } = await sql<Counted>`
    select of.today::text as today, of.day::text as done_on, ${counterOf(of, 'm', sql`of.day`)}::float8 as odometer_m,
      round(${counterOf(of, 'h', sql`of.day`)}::numeric, 2)::float8 as engine_h,
      coalesce((select ${perDay.m} from tracker_day y where ${ofDay(of)}), 0) as of_day_m,
      coalesce((select ${perDay.h} from tracker_day y where ${ofDay(of)}), 0) as of_day_h
    from (select d.today, coalesce(${done_on}::date, d.today) as day
      from (select ${todayOf(of.organisation_id)} as today) d) of`.execute(trx)
  return rows[0]!
}

const ofDay = ({ organisation_id, tracker_id }: { organisation_id: unknown; tracker_id: unknown }) =>
  sql`y.organisation_id = ${organisation_id} and y.tracker_id = ${tracker_id} and y.day = of.day`

function checkSays({ maintenance_plan_id, odometer_m, engine_h }: Says): void {
  if (maintenance_plan_id === null && odometer_m === null && engine_h === null) {
    throw wrong('maintenance_plan_id', 'give a plan, or a reading of a counter.')
  }
}

async function checkNext(trx: Trx, { organisation_id, maintenance_plan_id, done_on, next_on }: Next): Promise<void> {
  if (next_on < done_on) throw wrong('next_on', 'is before it was done.')
  if (maintenance_plan_id === null) throw wrong('next_on', 'is of what was done by a plan, not of a reading alone.')
  const { every_days } = await trx
    .selectFrom('maintenance_plan')
    .select('every_days')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', maintenance_plan_id)
    .executeTakeFirstOrThrow()
  if (every_days === null) throw wrong('next_on', 'the plan counts no days.')
}

function ofCurrency(column: 'code' | 'digits') {
  return sql`(select ${sql.ref(`c.${column}`)} from organisation o join currency c on c.code = o.currency
    where o.id = maintenance_done.organisation_id)`
}

type Next = { organisation_id: number; maintenance_plan_id: number | null; done_on: string; next_on: string }
type At = { organisation_id: number; tracker_id: number; done_on: string | null }
type Says = { maintenance_plan_id: number | null; odometer_m: number | null; engine_h: number | null }
type Counted = {
  today: string
  done_on: string
  odometer_m: number | null
  engine_h: number | null
  of_day_m: number
  of_day_h: number
}
