import { type Kysely, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Trx } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Pace } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../../context.ts'
import { allows } from '../audience.ts'
import { registeredBefore } from '../registration.ts'
import { keepReports, titleForOthers } from '../report/data.ts'
import { evaluatePeople } from '../results/evaluate_plans.ts'
import { numbersOf } from '../results/stats.ts'

/**
 * Keeps the results of a cycle that is marked as closed, which refuses every change that would count. A few people at a
 * time, each in a short transaction: what is not kept yet is computed where it is read, to the same. Each part can be done
 * again, and a process that is killed leaves the rest to the task below.
 */
export async function keepResults(db: Kysely<Database>, id: number): Promise<void> {
  await inBackground(async () => {
    await makePlans(db, id)
    const pace = new Pace(people)
    const transaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work)
    while ((await pace.part(transaction, (trx, most) => keepPart(trx, id, most))) > 0);
    await db.updateTable('devcycle').set({ closing: false }).where('id', '=', id).execute()
  })
}

/** Removes what was kept of a cycle that is about to be opened again. */
export async function forgetResults(db: Kysely<Database>, id: number): Promise<void> {
  await inBackground(async () => {
    const pace = new Pace()
    const transaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work)
    while ((await pace.part(transaction, (trx, most) => forgetPart(trx, id, most))) > 0);
  })
}

/** Continues with cycles whose closing was interrupted. */
export function makeClosingOfCycles({ db }: ApiContext): PeriodicTask {
  return {
    name: 'closing of cycles',
    interval_ms: EVERY_MS,
    async run() {
      const { rows } = await sql<{ id: number }>`select id from devcycle where closing order by id limit 10`.execute(db)
      for (const { id } of rows) await keepResults(db, id)
    },
  }
}

/** Everybody of the audience has a plan, those who recorded nothing too. */
async function makePlans(db: Kysely<Database>, id: number): Promise<void> {
  const { rows } = await sql<{ organisation_id: number; user_id: number; registered_from: string | null }>`
    select m.organisation_id, m.user_id,
      ${registeredBefore(sql.ref('m.organisation_id'), sql.ref('m.user_id'))} as registered_from from devcycle
      join membership m on m.organisation_id = devcycle.organisation_id
      join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    where devcycle.id = ${id} and ${allows(sql`m.user_id`, sql.ref('m.role_name'))}
      and not exists (select from devplan p where p.devcycle_id = devcycle.id and p.user_id = m.user_id)
    order by m.user_id`.execute(db)
  for (let at = 0; at < rows.length; at += PLANS_AT_ONCE) {
    const values = rows.slice(at, at + PLANS_AT_ONCE).map((row) => ({ ...row, devcycle_id: id }))
    const insert = db.insertInto('devplan').values(values)
    await insert.onConflict((on) => on.columns(['user_id', 'devcycle_id']).doNothing()).execute()
  }
}

/** @returns of how many people it has kept the results */
async function keepPart(trx: Trx, id: number, most: number): Promise<number> {
  // One process at a time; and it is not opened again in the meantime.
  const cycle = await trx
    .selectFrom('devcycle')
    .selectAll()
    .where('id', '=', id)
    .where('closing', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!cycle) return 0
  const plans = await trx
    .selectFrom('devplan')
    .select(['id', 'user_id'])
    .where('devcycle_id', '=', id)
    .where('result', 'is', null)
    .limit(most)
    .execute()
  if (plans.length === 0) return 0
  const user_ids = plans.map(({ user_id }) => user_id)
  const results = await evaluatePeople(trx, { cycle, user_ids, title: titleForOthers })
  const kept = plans.map((plan) => ({ id: plan.id, result: numbersOf(results.get(plan.user_id)!) }))
  await sql`update devplan p set result = g.result
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as g (id bigint, result jsonb)
    where p.id = g.id`.execute(trx)
  await keepReports(
    trx,
    plans.map((plan) => plan.id),
  )
  return plans.length
}

async function forgetPart(trx: Trx, id: number, most: number): Promise<number> {
  const cycle = await trx
    .selectFrom('devcycle')
    .select('id')
    .where('id', '=', id)
    .where('expired_at', 'is not', null)
    .where('closing', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!cycle) return 0
  const { rows } = await sql<{ id: number }>`update devplan set result = null where id in (
    select id from devplan where devcycle_id = ${id} and result is not null limit ${most}) returning id`.execute(trx)
  await sql`delete from devplan_report where devplan_id = any(${`{${rows.map((row) => row.id).join(',')}}`}::bigint[])`.execute(
    trx,
  )
  return rows.length
}

/** Evaluating one with fifty activities takes some milliseconds of a processor. */
const people = { first: 3, least: 1, most: 50 }
const PLANS_AT_ONCE = 100
const EVERY_MS = 30_000
