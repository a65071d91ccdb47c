import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { FireDrillPlan } from '#db/tables/tracking/drills/fire_drill_plan.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { nextDue } from '../reports/schedules/when.ts'
import { Alarm, checkedDrill } from './firedrill.ts'

const { kind, boundary_id, group_id, escalates, day_of_month, at, active } = FireDrillPlan.columns
const settings = { boundary_id, alarm: Alarm, group_id, escalates, active }

/** The monthly drill of an organisation. */
export const firedrillplan = defineResource({
  name: 'firedrillplan',
  plural: 'firedrillplans',
  noun: 'plan of fire drills',
  about: 'List plans of fire drills: each organisation has one at most, for a drill every month',
  table: 'fire_drill_plan',
  row: FireDrillPlan.row,
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['alarm'],
  sort: { id: null },
  default_sort: 'id',
  reads: (viewer) => ofAdministrator(viewer, 'fire_drill_plan.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'fire_drill_plan.organisation_id'),
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ kind, day_of_month, at }, { ...settings, organisation_id: Id }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const plan = { ...body, organisation_id }
      return rows(trx, 'fire_drill_plan').insert({ ...plan, ...(await checked(trx, { active: true, ...plan })) })
    },
  },
  update: {
    body: bodyOf({}, { kind, ...settings, day_of_month, at }),
    async run(trx, _viewer, { id, organisation_id, ...changes }) {
      const stored = await trx
        .selectFrom('fire_drill_plan')
        .selectAll()
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const plan = { ...stored, ...changes }
      await rows(trx, 'fire_drill_plan').update({ id, organisation_id, ...changes, ...(await checked(trx, plan)) })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'fire_drill_plan').remove(target),
})

async function checked(trx: Trx, plan: Plan) {
  if (!plan.active) return { next_at: null }
  await checkedDrill(trx, plan)
  const { timezone } = await trx
    .selectFrom('organisation')
    .select('timezone')
    .where('id', '=', plan.organisation_id)
    .executeTakeFirstOrThrow()
  return { next_at: dueAfter(plan, timezone, new Date()) }
}

export const dueAfter = ({ day_of_month, at }: Pick<Plan, 'day_of_month' | 'at'>, timezone: string, after: Date) =>
  nextDue({ rhythm: 'monthly', weekday: null, day_of_month, at }, timezone, after)

type Plan = Parameters<typeof checkedDrill>[1] & { day_of_month: number; at: string; active: boolean }
