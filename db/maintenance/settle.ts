import { type Kysely, sql } from 'kysely'
import type { PeriodicTask } from '../background/periodic_task.ts'
import { isServed } from '../moving/hold.ts'
import { raisedKindsOf } from '../privacy/tracker_groups.ts'
import type { Database } from '../tables/index.ts'
import { unnestRows } from '../unnest.ts'
import { readMaintenance } from './read.ts'
import { alertsFor } from './state.ts'

/** Raises an alert when maintenance becomes due, and ends it when it was done, or is not due for another reason. */
export const makeMaintenance = (db: Kysely<Database>): PeriodicTask => ({
  name: 'maintenance',
  interval_ms: 30 * 60_000,
  run: () => settleAll(db),
})

export async function settleAll(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select o.id from organisation o
    where ${isServed(sql`o.id`)} and (exists (select from maintenance_plan p where p.organisation_id = o.id)
      or exists (select from alert a
        where a.organisation_id = o.id and a.kind = 'maintenance_due' and a.ended_at is null))
    order by o.id`.execute(db)
  for (const { id } of rows) await db.transaction().execute((trx) => settleMaintenance(trx, Number(id)))
}

/**
 * Compares what is due with the open alerts, in one transaction with what has changed it: each due is raised once,
 * also by two processes at the same time, since there is one open alert for each plan of a tracker.
 */
export async function settleMaintenance(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  const { rows: open } = await sql<Open>`select a.id, a.maintenance_plan_id, a.tracker_id from alert a
    where a.organisation_id = ${organisation_id} and a.kind = 'maintenance_due' and a.ended_at is null`.execute(trx)
  const { raised, ended } = alertsFor(await readMaintenance(trx, organisation_id, isWanted), open)
  if (ended.length > 0) {
    await sql`update alert a set ended_at = now() from ${unnestRows(ended, { bigint: ['id'] }, 'e')}
      where a.organisation_id = ${organisation_id} and a.id = e.id and a.ended_at is null`.execute(trx)
  }
  if (raised.length === 0) return
  await sql`
    with raised as (
      insert into alert (organisation_id, tracker_id, kind, maintenance_plan_id, maintenance, started_at, raised_at)
      select ${organisation_id}, r.tracker_id, 'maintenance_due', r.maintenance_plan_id, r.plan_name, now(), now()
      from ${unnestRows(raised, { bigint: ['tracker_id', 'maintenance_plan_id'], text: ['plan_name'] }, 'r')}
      on conflict do nothing
      returning organisation_id, id, tracker_id, started_at
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
    select organisation_id, tracker_id, id, 'maintenance_due', started_at from raised order by id`.execute(trx)
}

/** Of trackers, `t`, of which the organisation or their group wants these alerts. */
const isWanted = sql<boolean>`'maintenance_due' = any(${raisedKindsOf('t')})`

type Open = { id: number; maintenance_plan_id: number; tracker_id: number }
