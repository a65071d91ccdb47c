import { type Kysely, sql } from 'kysely'
import { deleteInParts } from '../pace.ts'
import type { Database } from '../tables/index.ts'

/** Makes the partitions of `segment` for last month, this one and the next (UTC). @returns the names of those made */
export async function makeSegmentMonths(db: Kysely<Database>, now = new Date()): Promise<string[]> {
  const made: string[] = []
  const existing = new Set((await listMonths(db)).map(({ name }) => name))
  for (const offset of [-1, 0, 1]) {
    const [from, to] = [0, 1].map((more) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + more)).toISOString(),
    ) as [string, string]
    const name = `segment_y${from.slice(0, 4)}m${from.slice(5, 7)}`
    if (existing.has(name)) continue
    await makeMonth(db, name, from, to)
    made.push(name)
  }
  return made
}

/** Drops the months that ended before a time, and deletes what is older of the others. */
export async function retainSegments(db: Kysely<Database>, before: Date): Promise<number> {
  for (const { name, to } of await listMonths(db)) {
    if (to && new Date(to) <= before) await sql`drop table ${sql.table(name)}`.execute(db)
  }
  await deleteInParts(db, 'tracker_day', sql`day < ${before.toISOString().slice(0, 10)}::date - 1`)
  return await deleteInParts(db, 'segment_default', sql`ended_at < ${before.toISOString()}`)
}

async function listMonths(db: Kysely<Database>): Promise<{ name: string; to: string | null }[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'segment'::regclass`.execute(db)
  return rows.map(({ name, bounds }) => ({ name, to: /TO \('(.+?)'\)/.exec(bounds)?.[1] ?? null }))
}

async function makeMonth(db: Kysely<Database>, name: string, from: string, to: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(hashtext('segment partitions'))`.execute(trx)
    const { rows } = await sql`select 1 from pg_class where relname = ${name}`.execute(trx)
    if (rows.length > 0) return
    const table = sql.table(name)
    await sql`lock table segment in share row exclusive mode`.execute(trx)
    await sql`create table ${table} (like segment including defaults including constraints)`.execute(trx)
    await sql`with moved as (delete from segment_default where began_at >= ${from} and began_at < ${to} returning *)
      insert into ${table} select * from moved`.execute(trx)
    await sql`alter table segment attach partition ${table}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx)
  })
}
