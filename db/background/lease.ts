import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isServed } from '../moving/hold.ts'
import type { Database, TableName } from '../tables/index.ts'

/**
 * The rows of a queue, each held by one process until its lease ends. The process renews it while it works; one that
 * was killed leaves its rows to the others. All times are the database's.
 */
export class Lease {
  /** The end of a lease that begins now. */
  readonly until: RawBuilder<string>
  readonly #table: RawBuilder<unknown>
  readonly #column: string
  readonly #open: RawBuilder<SqlBool>

  /** @param queue.open the condition of rows that are not ended */
  constructor({ table, column = 'leased_until', seconds, open }: Queue) {
    this.until = sql<string>`now() + make_interval(secs => ${sql.lit(seconds)})`
    this.#table = sql.table(table)
    this.#column = column
    this.#open = open
  }

  /** Whether a row of the alias is free: no process holds it, and its organisation is not being moved. */
  isFree(alias: string): RawBuilder<SqlBool> {
    return sql`((${this.#of(alias)} is null or ${this.#of(alias)} < now()) and ${isServed(sql.ref(`${alias}.organisation_id`))})`
  }

  /** Whether a process holds a row of the alias. */
  isHeld(alias: string): RawBuilder<SqlBool> {
    return sql`coalesce(${this.#of(alias)} >= now(), false)`
  }

  /**
   * Takes rows, skipping those that another process is taking.
   *
   * @param taking.from tables and conditions; the queue's alias is `q`
   */
  async take<Row extends { id: number }>(db: Kysely<Database>, { from, order, limit, set, returning }: Taking) {
    if (limit <= 0) return []
    const { rows } = await sql<Row>`
      with taken as materialized (
        select q.id from ${from} order by ${order} limit ${limit} for update of q skip locked)
      update ${this.#table} set ${sql.ref(this.#column)} = ${this.until} ${set ? sql`, ${set}` : sql``}
      where id in (select id from taken) returning ${returning}`.execute(db)
    return rows.sort((a, b) => a.id - b.id)
  }

  /** @returns those that this process has lost: they have ended */
  async renew(db: Kysely<Database>, ids: number[]): Promise<number[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<{ id: number }>`update ${this.#table} set ${sql.ref(this.#column)} = ${this.until}
      where id = any(${ids}::bigint[]) and ${this.#open} returning id`.execute(db)
    const renewed = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => !renewed.has(id))
  }

  #of(alias: string) {
    return sql.ref(`${alias}.${this.#column}`)
  }
}

/** The delay before the next attempt, in seconds: doubled with each one. @param attempts before, 0 for the first */
export const backoff_s = (attempts: number | RawBuilder<unknown>, { first_s, longest_s }: Backoff) =>
  sql<number>`least(${longest_s}::float8, ${first_s}::float8 * power(2, least(${attempts}::int, 20)))`

type Queue = { table: TableName; column?: string; seconds: number; open: RawBuilder<SqlBool> }
type Taking = {
  from: RawBuilder<unknown>
  order: RawBuilder<unknown>
  limit: number
  /** Further columns to set. */
  set?: RawBuilder<unknown>
  returning: RawBuilder<unknown>
}
type Backoff = { first_s: number; longest_s: number }
