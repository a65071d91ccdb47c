import { type Kysely, sql } from 'kysely'
import type { Db } from './database.ts'
import { isLockTimeout, sqlstateOf } from './errors.ts'
import type { Database } from './tables/index.ts'

const DAYS_AHEAD = 7

/**
 * Creates the partitions of `tracker_event` for yesterday, today and the next seven days (UTC). Reports that arrived
 * before their partition are moved from the default one: PostgreSQL would refuse the partition otherwise. Days that an
 * older partition of a month has are left to it; such a month that is empty and has not begun gives way to days.
 *
 * @returns the names of those made
 */
export async function makePartitions(db: Kysely<Database>, now = new Date()): Promise<string[]> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  await dropEmptyMonths(db, new Date(today + DAY_MS))
  return makeDays(db, new Date(today - DAY_MS), new Date(today + DAYS_AHEAD * DAY_MS))
}

/** Creates the partitions of the days from one to another, both included. @returns the names of those made */
export async function makeDays(db: Kysely<Database>, first: Date, last: Date): Promise<string[]> {
  const made: string[] = []
  const existing = (await listPartitions(db)).flatMap(({ from, to }) =>
    from && to ? [{ from: new Date(from), to: new Date(to) }] : [],
  )
  const begin = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate())
  for (let at = begin; at <= last.getTime(); at += DAY_MS) {
    const [from, to] = [new Date(at), new Date(at + DAY_MS)]
    if (existing.some((partition) => partition.from < to && partition.to > from)) continue
    const [year, month, day] = from.toISOString().slice(0, 10).split('-')
    const name = `tracker_event_y${year}m${month}d${day}`
    await makePartition(db, name, from.toISOString(), to.toISOString())
    made.push(name)
  }
  return made
}

async function dropEmptyMonths(db: Kysely<Database>, after: Date): Promise<void> {
  for (const { name, from, to } of await listPartitions(db)) {
    const is_later = from && to && new Date(from) >= after && Date.parse(to) - Date.parse(from) > DAY_MS
    if (!is_later) continue
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`set local lock_timeout = '500ms'`.execute(trx)
        await sql`lock table tracker_event in access exclusive mode`.execute(trx)
        const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
        if (rows.length === 0) await sql`drop table ${sql.table(name)}`.execute(trx)
      })
      .catch((error) => {
        // Others are busy, or have dropped it: days are made when the month is over, or the next time.
        if (!isLockTimeout(error) && sqlstateOf(error) !== UNDEFINED_TABLE) throw error
      })
  }
}

/** All partitions with their bounds; the default one has none. */
export async function listPartitions(db: Kysely<Database>): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string; rows: number }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, greatest(c.reltuples, 0)::float8 as rows
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracker_event'::regclass order by c.relname`.execute(db)
  return rows.map(({ name, bounds, rows }) => {
    const [, from, to] = /FROM \('(.+?)'\) TO \('(.+?)'\)/.exec(bounds) ?? []
    return { name, from: from ?? null, to: to ?? null, rows }
  })
}

export async function makePartition(db: Kysely<Database>, name: string, from: string, to: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Several processes may start concurrently.
    await sql`select pg_advisory_xact_lock(hashtext('tracker_event partitions'))`.execute(trx)
    const { rows } = await sql`select 1 from pg_class where relname = ${name}`.execute(trx)
    if (rows.length > 0) return
    const table = sql.table(name)
    await sql`lock table tracker_event in share row exclusive mode`.execute(trx)
    await sql`create table ${table} (like tracker_event including defaults including constraints)`.execute(trx)
    await sql`
      with moved as (delete from tracker_event_default where fix_at >= ${from} and fix_at < ${to} returning *)
      insert into ${table} select * from moved`.execute(trx)
    await sql`alter table tracker_event attach partition ${table}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx)
  })
}

/**
 * Deletes the first events of a tracker, in the order of the primary key, where each part of many begins.
 *
 * @returns how many, at most `rows`
 */
export async function deleteFirstEvents(db: Db, { organisation_id, tracker_id }: OfTracker, rows: number) {
  const isOfTracker = sql<boolean>`organisation_id = ${organisation_id} and tracker_id = ${tracker_id}`
  const { numAffectedRows } = await sql`delete from tracker_event where ${isOfTracker} and (fix_at, digest) <= (
    select fix_at, digest from (select fix_at, digest from tracker_event where ${isOfTracker}
      order by fix_at, digest limit ${rows}) first order by fix_at desc, digest desc limit 1)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type Partition = { name: string; from: string | null; to: string | null; rows: number }

type OfTracker = { organisation_id: number; tracker_id: number }

const DAY_MS = 86_400_000
const UNDEFINED_TABLE = '42P01'
