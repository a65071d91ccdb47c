import { type Kysely, sql } from 'kysely'
import type { Database } from './tables/index.ts'

const MONTHS_AHEAD = 3

/**
 * Creates the partitions of `tracker_event` for last month, this one and the next three. Reports that arrived before
 * their partition are moved from the default one: PostgreSQL would refuse the partition otherwise.
 *
 * @returns the names of those made
 */
export async function makePartitions(db: Kysely<Database>, now = new Date()): Promise<string[]> {
  const made: string[] = []
  const existing = new Set((await listPartitions(db)).map((partition) => partition.name))
  for (let month = -1; month <= MONTHS_AHEAD; month++) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1))
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month + 1, 1))
    const name = `tracker_event_y${from.getUTCFullYear()}m${String(from.getUTCMonth() + 1).padStart(2, '0')}`
    if (existing.has(name)) continue
    await makePartition(db, name, from.toISOString(), to.toISOString())
    made.push(name)
  }
  return made
}

/**
 * Retention of history: drops the partitions that ended more than `days` ago, and deletes from the default one what is
 * older by both fix time and arrival.
 */
export async function retain(db: Kysely<Database>, days: number, now = new Date()): Promise<Retained> {
  const before = new Date(now.getTime() - days * 86_400_000)
  const dropped: string[] = []
  for (const { name, to } of await listPartitions(db)) {
    if (!to || new Date(to) > before) continue
    await sql`drop table ${sql.table(name)}`.execute(db)
    dropped.push(name)
  }
  const { rows } = await sql`
    delete from tracker_event_default where fix_at < ${before.toISOString()} and received < ${before.toISOString()}
    returning id`.execute(db)
  return { before: before.toISOString(), dropped, deleted: rows.length }
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

export type Partition = { name: string; from: string | null; to: string | null; rows: number }
export type Retained = { before: string; dropped: string[]; deleted: number }
