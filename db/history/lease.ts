import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../database.ts'

/**
 * The right to change the archive, which one process has at a time. What changes rows of `event_archive` checks it in the
 * same transaction, so a process that has lost it without noticing changes nothing.
 */
export class Lease {
  readonly #db: Db
  readonly #holder: string
  #renewed_at = 0

  private constructor(db: Db, holder: string) {
    this.#db = db
    this.#holder = holder
  }

  /** @returns null while another process has it */
  static async take(db: Db): Promise<Lease | null> {
    const holder = randomUUID()
    const { rows } = await sql`
      insert into event_archive_lease (id, holder, until) values (1, ${holder}, now() + ${DURATION})
      on conflict (id) do update set holder = excluded.holder, until = excluded.until
        where event_archive_lease.until < now()
      returning 1`.execute(db)
    if (rows.length === 0) return null
    const lease = new Lease(db, holder)
    lease.#renewed_at = performance.now()
    return lease
  }

  /** Extends it, if that was some time ago. @throws {LeaseLost} */
  async renew(): Promise<void> {
    if (performance.now() - this.#renewed_at < RENEW_MS) return
    const { rows } = await sql`update event_archive_lease set until = now() + ${DURATION}
      where id = 1 and holder = ${this.#holder} returning 1`.execute(this.#db)
    if (rows.length === 0) throw new LeaseLost()
    this.#renewed_at = performance.now()
  }

  /** Locks it until the end of a transaction. @throws {LeaseLost} */
  async check(trx: Trx): Promise<void> {
    const { rows } = await sql`select 1 from event_archive_lease where id = 1 and holder = ${this.#holder}
      for update`.execute(trx)
    if (rows.length === 0) throw new LeaseLost()
  }

  async release(): Promise<void> {
    await sql`delete from event_archive_lease where id = 1 and holder = ${this.#holder}`.execute(this.#db)
  }
}

/** Another process works on the archive since this one did not renew its lease in time. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'

  constructor() {
    super('Another process has taken over the work on closed days.')
  }
}

/** A process that has died leaves the work to others after this. */
const DURATION = sql`interval '3 minutes'`
const RENEW_MS = 30_000
