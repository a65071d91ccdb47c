import { type Kysely, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Pace } from '#db/pace.ts'
import type { Database } from '#db/tables/index.ts'
import { allows } from '../audience.ts'
import { registeredBefore } from '../registration.ts'
import { keepPlans } from './keep.ts'

/**
 * Keeps the results of a cycle that is marked as closed, which refuses every change that would count. A few people at a
 * time, each in a short transaction: what is not kept yet is computed where it is read, to the same. Each part can be done
 * again, and a process that is killed leaves the rest to another.
 */
export async function keepResults(db: Kysely<Database>, id: number, watch: Watch = unwatched): Promise<void> {
  await inBackground(async () => {
    await makePlans(db, id)
    watch.total(await countPlans(db, id))
    await inParts(db, watch, (trx, most) => keepPart(trx, id, most))
    const open = db.updateTable('devcycle').set({ closing: false, modified_at: sql`now()` }).where('id', '=', id)
    await open.where('closing', '=', true).execute()
  })
}

/**
 * Opens a cycle again that is marked so: what was kept since it was closed is removed, with the plans that closing made
 * for people who have not begun with theirs. Own periods that had ended before stay closed.
 */
export async function forgetResults(db: Kysely<Database>, id: number, watch: Watch = unwatched): Promise<void> {
  await inBackground(async () => {
    watch.total(await countPlans(db, id))
    await inParts(db, watch, (trx, most) => forgetPart(trx, id, most))
    const opened = { opening: false, expired_at: null, modified_at: sql<string>`now()` }
    await db.updateTable('devcycle').set(opened).where('id', '=', id).where('opening', '=', true).execute()
  })
}

/** Repeats a part until it does nothing. @param watch.check throws when the work is to end */
async function inParts(
  db: Kysely<Database>,
  watch: Watch,
  part: (trx: Trx, most: number) => Promise<number>,
): Promise<void> {
  const pace = new Pace(people)
  const transaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work)
  for (let done = 1; done > 0; watch.done(done)) {
    await watch.check()
    done = await pace.part(transaction, part)
  }
}

/** Everybody of the audience has a plan, those who recorded nothing too. */
async function makePlans(db: Kysely<Database>, id: number): Promise<void> {
  const { rows } = await sql<{ organisation_id: number; user_id: number; registered_from: string | null }>`
    select m.organisation_id, m.user_id,
      ${registeredBefore(sql.ref('m.organisation_id'), sql.ref('m.user_id'))} as registered_from from devcycle
      join membership m on m.organisation_id = devcycle.organisation_id
      join user_account u on u.id = m.user_id and u.active and u.deleted_at is null
    where devcycle.id = ${id} and devcycle.closing and ${allows(sql`m.user_id`, sql.ref('m.role_name'))}
      and not exists (select from devplan p where p.devcycle_id = devcycle.id and p.user_id = m.user_id)
    order by m.user_id`.execute(db)
  for (let at = 0; at < rows.length; at += PLANS_AT_ONCE) {
    const of = { devcycle_id: id, made_by_closing: true }
    const values = rows.slice(at, at + PLANS_AT_ONCE).map((row) => ({ ...row, ...of }))
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
  await keepPlans(trx, cycle, plans)
  return plans.length
}

async function forgetPart(trx: Trx, id: number, most: number): Promise<number> {
  const cycle = await trx
    .selectFrom('devcycle')
    .select('id')
    .where('id', '=', id)
    .where('opening', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!cycle) return 0
  const { rows } = await sql<{ id: number }>`
    update devplan set result = null, closed_at = null, closed_from = null, closed_to = null where id in (
      select p.id from devplan p join devcycle c on c.id = p.devcycle_id
      where p.devcycle_id = ${id} and (p.result is not null or p.closed_at is not null)
        and coalesce(p.closed_at >= c.expired_at, true)
      limit ${most})
    returning id`.execute(trx)
  const ids = `{${rows.map((row) => row.id).join(',')}}`
  await sql`delete from devplan_report where devplan_id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from devplan p where p.id = any(${ids}::bigint[]) and p.made_by_closing and p.state = 'draft'
    and p.text = '' and p.self_evaluation = '' and p.records = '[]' and p.modified_at <= p.created_at
    and not exists (select from devgoal g where g.devplan_id = p.id)
    and not exists (select from devform f where f.devplan_id = p.id)
    and not exists (select from devwaiver w where w.devplan_id = p.id)
    and not exists (select from cpd_report r where r.devplan_id = p.id)`.execute(trx)
  return rows.length
}

async function countPlans(db: Kysely<Database>, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from devplan where devcycle_id = ${id}`.execute(db)
  return rows[0]!.count
}

/** Evaluating one with fifty activities takes some milliseconds of a processor. */
const people = { first: 3, least: 1, most: 50 }
const PLANS_AT_ONCE = 100

/** Takes progress, and says when the work is to end. */
export type Watch = { total(people: number): void; done(people: number): void; check(): Promise<void> }
const unwatched: Watch = { total() {}, done() {}, async check() {} }
