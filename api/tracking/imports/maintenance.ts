import { type SqlBool, sql } from 'kysely'
import type { ImportKind, Resolving } from '../../crud/imports/kind.ts'
import { distance } from '../../crud/imports/parse.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { maintenancedone } from '../maintenance/maintenancedone.ts'
import { maintenanceplan } from '../maintenance/maintenanceplan.ts'
import { isOfPlan } from '../maintenance/plans.ts'
import { findTracker, groupOf, trackerNumber } from './trackers.ts'
import { words } from './words.ts'

/** Plans of maintenance by their name, and the tracker or the group that they are for. */
export const maintenancePlans: ImportKind = {
  resource: maintenanceplan,
  key: ['name', 'number', 'group'],
  columns: {
    name: { required: true, aliases: ['plan', 'service', 'task', 'maintenance', 'wartung', 'entretien'] },
    number: { aliases: trackerNumber.aliases, field: 'tracker_id', resolve: trackerOf },
    group: { field: 'group_id', aliases: words.group, resolve: groupOf },
    every_distance: {
      field: 'every_m',
      aliases: ['every', 'distance', 'interval', 'every km', 'every miles', 'intervall', 'kilometres', 'miles'],
      parse: (text, how) => distance('every_distance', text, how),
    },
    every_h: { aliases: ['hours', 'engine hours', 'every hours', 'stunden', 'heures'] },
    every_days: { aliases: ['days', 'every days', 'tage', 'jours'] },
    starts_on: { aliases: ['starts', 'from', 'last done', 'counts from'] },
    note: { aliases: ['notes', 'comment', 'remark', 'bemerkung'] },
  },
  same: ({ name = '', number = '', group = '' }) => JSON.stringify([name, number, group].map((t) => t.toLowerCase())),
  async find(trx, { viewer, organisation_id, body }) {
    const { tracker_id = null, group_id = null } = body as { tracker_id?: number; group_id?: number }
    const { rows } = await sql<{ id: number }>`select maintenance_plan.id from maintenance_plan
      where maintenance_plan.organisation_id = ${organisation_id}
        and lower(maintenance_plan.name) = ${String(body.name).toLowerCase()}
        and maintenance_plan.tracker_id is not distinct from ${tracker_id}::bigint
        and maintenance_plan.group_id is not distinct from ${group_id}::bigint
        and ${sql<SqlBool>`${maintenanceplan.reads(viewer)}`} limit 2`.execute(trx)
    if (rows.length > 1) throw wrong('name', 'several plans are called so.')
    return rows[0] && Number(rows[0].id)
  },
  async is_used(db, id) {
    const { rows } = await sql`select from maintenance_done where maintenance_plan_id = ${id} limit 1`.execute(db)
    if (rows.length > 0) throw new AppError('not_possible', 'Something was recorded by this plan by now.')
  },
}

/** What was done to trackers: one record of a plan, or one reading, of a tracker and a day. */
export const maintenanceRecords: ImportKind = {
  resource: maintenancedone,
  key: ['number', 'plan', 'done_on'],
  columns: {
    number: { ...trackerNumber, field: 'tracker_id', resolve: trackerOf },
    plan: {
      field: 'maintenance_plan_id',
      aliases: ['service', 'task', 'maintenance', 'work', 'wartung', 'entretien'],
      resolve: planOf,
    },
    done_on: { required: true, aliases: ['date', 'done', 'day', 'completed', 'datum', 'date of service'] },
    next_on: {
      aliases: [
        'next',
        'next due',
        'due',
        'expires',
        'expiry',
        'expires on',
        'expiry date',
        'valid until',
        'gültig bis',
      ],
    },
    odometer: {
      field: 'odometer_m',
      aliases: ['mileage', 'km', 'kilometres', 'odo', 'miles', 'kilometerstand', 'hubodometer'],
      parse: (text, how) => distance('odometer', text, how),
    },
    engine_h: { aliases: ['hours', 'engine hours', 'betriebsstunden'] },
    cost: { aliases: ['price', 'amount', 'total', 'kosten', 'coût'], resolve: minorUnits },
    note: { aliases: ['notes', 'comment', 'remark', 'bemerkung'] },
  },
  same: ({ number = '', plan = '', done_on = '' }) =>
    JSON.stringify([number, plan, done_on].map((text) => text.toLowerCase())),
  async find(trx, { viewer, organisation_id, body }) {
    const { tracker_id, maintenance_plan_id = null, done_on } = body as Record<string, number | string>
    const { rows } = await sql<{ id: number }>`select maintenance_done.id from maintenance_done
      where maintenance_done.organisation_id = ${organisation_id} and maintenance_done.tracker_id = ${tracker_id}
        and maintenance_done.maintenance_plan_id is not distinct from ${maintenance_plan_id}::bigint
        and maintenance_done.done_on = ${done_on} and ${sql<SqlBool>`${maintenancedone.reads(viewer)}`}
      order by id limit 1`.execute(trx)
    return rows[0] && Number(rows[0].id)
  },
}

/** Id of the tracker with this number. @throws {AppError} bad_request where the viewer sees no such tracker */
async function trackerOf(text: string, { trx, viewer, organisation_id }: Resolving): Promise<number> {
  const id = await findTracker(trx, { viewer, organisation_id, number: trackerNumber.parse(text) })
  if (id === undefined) throw wrong('number', `there is no tracker ${text.slice(0, 60)}.`)
  return id
}

/** Id of a plan with this name that is for the tracker of the line; its own goes before that of a group. */
async function planOf(text: string, at: Resolving): Promise<number> {
  const { trx, viewer, organisation_id } = at
  const tracker_id = await trackerOf(at.values.number!, at)
  const { rows } = await sql<{ id: number; tracker_id: number | null; group_id: number | null }>`
    select maintenance_plan.id, maintenance_plan.tracker_id, maintenance_plan.group_id from maintenance_plan
    where maintenance_plan.organisation_id = ${organisation_id}
      and lower(maintenance_plan.name) = ${text.toLowerCase()}
      and (maintenance_plan.tracker_id is null or maintenance_plan.tracker_id = ${tracker_id})
      and ${sql<SqlBool>`${maintenanceplan.reads(viewer)}`} order by tracker_id nulls last, id limit 50`.execute(trx)
  const fitting: number[] = []
  for (const plan of rows) if (await isOfPlan(trx, organisation_id, tracker_id, plan)) fitting.push(Number(plan.id))
  if (fitting.length === 0) throw wrong('plan', `there is no plan ${text.slice(0, 60)} for this tracker.`)
  const is_own = rows[0]!.tracker_id !== null
  if (fitting.length > 1 && !is_own) throw wrong('plan', 'several plans for this tracker are called so.')
  return fitting[0]!
}

/** An amount such as `1,234.50` or `$80` in minor units of the organisation's currency. @throws {AppError} bad_request */
async function minorUnits(text: string, { trx, organisation_id }: Resolving): Promise<number> {
  const { rows } = await sql<{
    digits: number
  }>`select c.digits from organisation o join currency c on c.code = o.currency
    where o.id = ${organisation_id}`.execute(trx)
  const plain = text
    .replace(/^\p{Sc}|\s/gu, '')
    .replace(/,(?=\d{3}(\D|$))/g, '')
    .replace(/,(\d{1,2})$/, '.$1')
  const digits = rows[0]?.digits ?? 2
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d+))?$/.exec(plain) ?? []
  if (whole === undefined || fraction.length > digits) {
    throw wrong('cost', `${text.slice(0, 30)} is no amount such as ${digits === 0 ? '1200' : '1200.50'}.`)
  }
  return Number(whole + fraction.padEnd(digits, '0'))
}
