import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { todayOf } from '#db/maintenance/counters.ts'
import { settleMaintenance } from '#db/maintenance/settle.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { MaintenancePlan } from '#db/tables/tracking/maintenance/maintenance_plan.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { checkName } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { wrong } from '../../http/errors.ts'
import { checkGroups } from '../access/groups.ts'
import { trackerName } from '../access/names.ts'
import { readsPlan } from '../access/scopes.ts'

const { name, tracker_id, group_id, every_m, every_h, every_days, starts_on, note } = MaintenancePlan.columns
const optional = { every_m, every_h, every_days, starts_on, note }

export const maintenanceplan = defineResource({
  name: 'maintenanceplan',
  plural: 'maintenanceplans',
  noun: 'plan of maintenance',
  about: 'List plans of maintenance: what is done to trackers after a distance, hours of the engine or days',
  table: 'maintenance_plan',
  row: Type.Object({
    ...MaintenancePlan.columns,
    /** The name of the tracker, or its number. */
    tracker_name: Nullable(Type.String()),
    group_name: Nullable(Type.String()),
  }),
  computed: {
    tracker_name: trackerName('maintenance_plan'),
    group_name: sql`(select g.name from tracker_group g
      where g.organisation_id = maintenance_plan.organisation_id and g.id = maintenance_plan.group_id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    group_id: equals('group_id', Id),
  },
  search: ['name', 'note'],
  sort: { id: null, name: null },
  default_sort: 'name',
  reads: (viewer) => readsPlan(viewer),
  writes: (viewer) => ofAdministrator(viewer, 'maintenance_plan.organisation_id'),
  quota: { organisation: 'maintenance_plans' },

  create: {
    body: bodyOf({ name }, { organisation_id: Id, tracker_id, group_id, ...optional }),
    async run(trx, viewer, body) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      await checkSubject(trx, organisation_id, body)
      checkEvery(body)
      const starts_on = body.starts_on ?? (await today(trx, organisation_id))
      const values = { ...body, organisation_id, starts_on, name: checkName(body.name) }
      const made = await rows(trx, 'maintenance_plan').insert(values)
      await settleMaintenance(trx, organisation_id)
      return made
    },
  },
  update: {
    body: bodyOf({}, { name, ...optional }),
    async run(trx, _viewer, { id, organisation_id, ...body }) {
      const before = await trx
        .selectFrom('maintenance_plan')
        .select(['every_m', 'every_h', 'every_days'])
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      checkEvery({ ...before, ...given })
      const changes = { ...body, ...(body.name !== undefined && { name: checkName(body.name) }) }
      await rows(trx, 'maintenance_plan').update({ ...changes, id, organisation_id })
      await settleMaintenance(trx, organisation_id)
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    await rows(trx, 'maintenance_plan').remove({ id, organisation_id })
    await settleMaintenance(trx, organisation_id)
  },
})

async function checkSubject(trx: Trx, organisation_id: number, { tracker_id, group_id }: Subject): Promise<void> {
  if (!tracker_id && !group_id) throw wrong('tracker_id', 'give a tracker or a group.')
  if (tracker_id && group_id) throw wrong('group_id', 'give a tracker or a group, not both.')
  if (group_id) await checkGroups(trx, organisation_id, [group_id], 'group_id')
  if (!tracker_id) return
  const found = await trx
    .selectFrom('tracker')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', tracker_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw wrong('tracker_id', `there is no tracker ${tracker_id} in the organisation.`)
}

function checkEvery({ every_m, every_h, every_days }: Every): void {
  if (!every_m && !every_h && !every_days) throw wrong('every_m', 'give a distance, hours or days.')
}

async function today(trx: Trx, organisation_id: number): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`select ${todayOf(sql`${organisation_id}::bigint`)}::text as today`.execute(trx)
  return rows[0]!.today
}

type Subject = { tracker_id?: number | null; group_id?: number | null }
type Every = { every_m?: number | null; every_h?: number | null; every_days?: number | null }
