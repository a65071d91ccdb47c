import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'
import type { Database } from './tables/index.ts'

/**
 * Sizes the parts of long work by how long the last one took, so that each transaction is short: on the embedded
 * database everything else waits for it.
 *
 * @example
 * const pace = new Pace()
 * while (await pace.part((work) => db.transaction().execute(work), (trx, rows) => deleteSome(trx, rows))) ;
 */
export class Pace {
  #rows: number
  readonly #least: number
  readonly #most: number

  constructor({ first = FIRST, least = LEAST, most = MOST } = {}) {
    this.#rows = first
    this.#least = least
    this.#most = most
  }

  /** Runs one part in a transaction. */
  async part<T>(
    transaction: <R>(work: (trx: Trx) => Promise<R>) => Promise<R>,
    work: (trx: Trx, rows: number) => Promise<T>,
  ): Promise<T> {
    let began = 0
    const result = await transaction((trx) => {
      // From here: before, it has waited for others.
      began = performance.now()
      return work(trx, this.#rows)
    })
    const factor = Math.min(2, TARGET_MS / Math.max(1, performance.now() - began))
    this.#rows = Math.max(this.#least, Math.min(this.#most, Math.floor(this.#rows * factor)))
    return result
  }
}

/**
 * Repeats a part until it changes nothing.
 *
 * @param work returns how many rows it has changed
 * @returns how many rows all have changed
 */
export async function repeatInParts(
  db: Kysely<Database>,
  work: (trx: Trx, rows: number) => Promise<number>,
  pace = new Pace(),
): Promise<number> {
  let all = 0
  for (let changed = 1; changed > 0; all += changed) {
    changed = await pace.part((run) => db.transaction().execute(run), work)
  }
  return all
}

/**
 * Deletes the rows of a table that fulfil a condition, in parts.
 *
 * @param table also a partition by its name
 * @returns how many there were
 */
export async function deleteInParts(
  db: Kysely<Database>,
  table: string,
  where: RawBuilder<unknown>,
  pace = new Pace(),
): Promise<number> {
  const name = sql.table(table)
  const work = async (trx: Trx, rows: number) => {
    const { numAffectedRows } = await sql`delete from ${name}
      where ctid = any(array(select ctid from ${name} where ${where} limit ${rows}))`.execute(trx)
    return Number(numAffectedRows)
  }
  return repeatInParts(db, work, pace)
}

/** Lets others run in between when work has kept the processor for some milliseconds. */
export class Breath {
  #since = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#since < BREATH_MS) return
    await setImmediate()
    this.#since = performance.now()
  }
}

const FIRST = 100
const LEAST = 10
/** Rows of one part, at most. */
const MOST = 500
/** Half of what a transaction may take (`HOLD_LIMIT_MS`): the next part may be slower. */
const TARGET_MS = 40
const BREATH_MS = 10
