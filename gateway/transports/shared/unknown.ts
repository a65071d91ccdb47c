import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { integers, texts } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import { storableNumber } from '#db/tracker_number.ts'
import type { PeriodicTask } from '#messages/periodic_task.ts'

/**
 * Records unregistered numbers that devices report with, for administrators to adopt. Writes a number at most once a
 * minute and bounds the count, since attackers can invent numbers.
 */
export class UnknownDevices {
  #db: Kysely<Database>
  #log: Logger
  #devices = new Map<string, UnknownDevice>()
  readonly task: PeriodicTask = { name: 'unknown devices', interval_ms: WRITE_EVERY_MS, run: () => this.write() }

  constructor(db: Kysely<Database>, log: Logger) {
    this.#db = db
    this.#log = log
  }

  note(protocol: string, raw_number: string, address: string): void {
    const number = storableNumber(raw_number)
    const key = `${protocol} ${number}`
    const device = this.#devices.get(key)
    if (device) {
      device.count++
      device.address = address
    } else if (this.#devices.size < MAX_IN_MEMORY) {
      this.#devices.set(key, { protocol, number, address, count: 1, written_at: null })
    }
  }

  async write(now = Date.now()): Promise<void> {
    const due: UnknownDevice[] = []
    for (const [key, seen] of this.#devices) {
      if (seen.written_at !== null && now - seen.written_at < REWRITE_AFTER_MS) continue
      if (seen.count === 0) this.#devices.delete(key)
      else if (due.length < BATCH_SIZE) due.push(seen)
    }
    if (due.length === 0) return
    const counts = due.map((seen) => seen.count)
    for (const device of due) {
      device.count = 0
      device.written_at = now
    }
    try {
      await store(this.#db, due, counts)
    } catch (error) {
      for (const [i, seen] of due.entries()) seen.count += counts[i]!
      this.#log.debug({ err: error }, 'unknown devices not written; retrying')
    }
  }

  /** Writes the remaining ones. */
  async stop(): Promise<void> {
    await this.write(Number.POSITIVE_INFINITY)
  }
}

const WRITE_EVERY_MS = 1_000
const REWRITE_AFTER_MS = 60_000
const BATCH_SIZE = 500
const MAX_IN_MEMORY = 10_000
const MAX_STORED = 10_000

async function store(db: Kysely<Database>, due: UnknownDevice[], counts: number[]): Promise<void> {
  await sql`
    insert into unknown_device (number, protocol, address, count)
    select number, protocol, address, count from unnest(
      ${texts(due.map((seen) => seen.number))}::text[], ${texts(due.map((seen) => seen.protocol))}::text[],
      ${texts(due.map((seen) => seen.address))}::text[], ${integers(counts)}::integer[]
    ) as seen (number, protocol, address, count)
    on conflict (number, protocol) do update set
      address = excluded.address, last_seen = now(), count = unknown_device.count + excluded.count`.execute(db)
  await sql`
    delete from unknown_device where id in (
      select id from unknown_device order by last_seen desc, id desc offset ${sql.lit(MAX_STORED)}
    )`.execute(db)
}

type UnknownDevice = { protocol: string; number: string; address: string; count: number; written_at: number | null }
