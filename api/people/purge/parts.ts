import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db, Trx } from '#db/database.ts'
import { Pace } from '#db/pace.ts'

/** Days for which a deleted account can be restored. Then it is purged. */
export const KEEP_DAYS = 30

/** Accounts that were deleted `KEEP_DAYS` ago. */
export const isDue = sql<SqlBool>`user_account.deleted_at < now() - make_interval(days => ${sql.lit(KEEP_DAYS)})`

/** Registrations that nobody has finished for as long. */
export const isUnfinished = sql<SqlBool>`(user_account.confirmed_at is null and user_account.created_by_user_id is null
  and user_account.login_count = 0
  and user_account.created_at < now() - make_interval(days => ${sql.lit(KEEP_DAYS)}))`

export const idArray = (ids: number[]) => sql`${bigints(ids)}::bigint[]`

/** Runs one part of a purge in a transaction. */
export type Part = <T>(pace: Pace, work: (trx: Trx, rows: number) => Promise<T>) => Promise<T>

/** Another process purges the accounts, or one of them is not to be purged any more. */
export class NotDue extends Error {}

/**
 * Parts of the purge of some accounts. Each can be done again, and the accounts go last, so a purge that was interrupted
 * is continued by the next.
 *
 * @throws {NotDue} from a part
 */
export function partsOf(db: Db, ids: number[]): Part {
  return (pace, work) =>
    pace.part(
      (run) => db.transaction().execute(run),
      async (trx, rows) => {
        const { rows: held } = await sql`select id from user_account where id = any(${idArray(ids)})
          and (${isDue} or ${isUnfinished}) order by id for no key update skip locked`.execute(trx)
        if (held.length < ids.length) throw new NotDue()
        return work(trx, rows)
      },
    )
}

/** Repeats a part until it has changed fewer rows than it might. */
export async function repeat(part: Part, work: (trx: Trx, rows: number) => Promise<number>): Promise<void> {
  const pace = new Pace()
  for (;;) {
    const is_last = await part(pace, async (trx, rows) => (await work(trx, rows)) < rows)
    if (is_last) return
  }
}

/**
 * Deletes the rows of a table that fulfil a condition which an index finds.
 *
 * @param order of the rows, where some must go first
 */
export function removeAll(part: Part, table: string, where: RawBuilder<SqlBool>, order = sql`1`): Promise<void> {
  return repeat(part, async (trx, rows) => {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${where} order by ${order} limit ${rows}))`.execute(trx)
    return Number(numAffectedRows ?? 0)
  })
}

/**
 * Passes all rows of a table in the order of its primary key, whatever their number, and hands over those that fulfil a
 * condition, and the condition that it is one of these.
 *
 * @param columns that are read besides the key
 */
export async function walk(
  part: Part,
  { table, where, columns = [] }: { table: string; where: RawBuilder<SqlBool>; columns?: string[] },
  work: (trx: Trx, found: ErasedRow[], these: RawBuilder<SqlBool>) => Promise<unknown>,
): Promise<void> {
  const pace = new Pace({ most: 1000 })
  let after: string[] | null = null
  let keys: Key[] | null = null
  for (;;) {
    const { count, last, size } = await part(pace, async (trx, rows) => {
      keys ??= await keysOf(trx, table)
      const page = await readPage(trx, { table, keys, after, where, columns, rows })
      if (page.found.length > 0) {
        const found = page.found.map((row) => ({ row, is: areRows(keys!, [row]) }))
        await work(trx, found, areRows(keys, page.found))
      }
      return { count: page.count, last: page.last, size: rows }
    })
    if (count < size) return
    after = last
  }
}

async function readPage(trx: Trx, { table, keys, after, where, columns, rows }: Page) {
  const names = sql.join(keys.map(({ name }) => sql.ref(name)))
  const beyond = after
    ? sql`(${names}) > (${sql.join(keys.map(({ type }, i) => sql`${after[i]!}::${sql.raw(type)}`))})`
    : sql`true`
  const read = sql.join([...new Set([...keys.map(({ name }) => name), ...columns])].map((name) => sql.ref(name)))
  const { rows: answers } = await sql<{ count: number; last: string[]; found: Record<string, unknown>[] }>`
    with page as materialized (select * from ${sql.table(table)} where ${beyond} order by ${names} limit ${rows})
    select (select count(*)::int from page) as count,
      (select json_build_array(${sql.join(keys.map(({ name }) => sql`${sql.ref(name)}::text`))}) from page
        order by ${sql.join(keys.map(({ name }) => sql`${sql.ref(name)} desc`))} limit 1) as last,
      (select coalesce(json_agg(f), '[]') from (select ${read} from page where ${where}) f) as found`.execute(trx)
  return answers[0]!
}

async function keysOf(trx: Trx, table: string): Promise<Key[]> {
  const { rows } = await sql<Key>`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`.execute(
    trx,
  )
  return rows
}

/** As a list that is joined: as many conditions one by one would take long to plan. */
function areRows(keys: Key[], rows: Record<string, unknown>[]): RawBuilder<SqlBool> {
  const names = sql.join(keys.map(({ name }) => sql.ref(name)))
  const typed = sql.join(keys.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`))
  const values = rows.map((row) => Object.fromEntries(keys.map(({ name }) => [name, row[name]])))
  return sql<SqlBool>`(${names}) in (select ${names} from json_to_recordset(${JSON.stringify(values)}::json) k (${typed}))`
}

/** A row that was found, and the condition that it is this one. */
export type ErasedRow = { row: Record<string, unknown>; is: RawBuilder<SqlBool> }
type Key = { name: string; type: string }
type Page = {
  table: string
  keys: Key[]
  after: string[] | null
  where: RawBuilder<SqlBool>
  columns: string[]
  rows: number
}
