import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Database } from '#db/tables/index.ts'
import { storableNumber } from '#db/tracker_number.ts'
import { unnestRows } from '#db/unnest.ts'
import { readableBy } from './readable_by.ts'

/**
 * Records unregistered numbers that devices report with, for administrators to adopt, and the last bytes of devices that
 * could not be read. Writes a number at most once a minute and bounds the count, since attackers can invent numbers.
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

  /**
   * @param raw_number null where the bytes could not be read
   * @param bytes what the device sent last, of which `MAX_BYTES` are kept
   */
  note(protocol: string, raw_number: string | null, address: string, bytes?: Buffer): void {
    const number = raw_number === null ? null : storableNumber(raw_number)
    const key = number === null ? `${protocol} from ${address}` : `${protocol} ${number}`
    const last = bytes && bytes.length > 0 ? Buffer.from(bytes.subarray(-MAX_BYTES)) : null
    const device = this.#devices.get(key)
    if (device) {
      device.count++
      device.address = address
      device.bytes = last ?? device.bytes
    } else if (this.#devices.size < (number === null ? MAX_UNREAD : MAX_IN_MEMORY)) {
      this.#devices.set(key, { protocol, number, address, bytes: last, count: 1, written_at: null })
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
/** All protocols try to read the bytes of each, which takes some milliseconds in all. */
const BATCH_SIZE = 100
const MAX_IN_MEMORY = 10_000
const MAX_STORED = 10_000
/** Anything that connects is one of these, so they must not fill the list. */
const MAX_UNREAD = 1_000
/** As in the check of `unknown_device.bytes`. */
export const MAX_BYTES = 512

async function store(db: Kysely<Database>, due: UnknownDevice[], counts: number[]): Promise<void> {
  const rows = due.map(({ bytes, ...seen }, i) => ({
    ...seen,
    count: counts[i],
    bytes: bytes?.toString('hex'),
    readable_by: bytes === null ? '' : readableBy(bytes).join(' '),
  }))
  const columns = { text: ['number', 'protocol', 'address', 'bytes', 'readable_by'], integer: ['count'] } as const
  await sql`
    with seen as (
      select number, protocol, address, count, bytes, string_to_array(readable_by, ' ') as readable_by
      from ${unnestRows(rows, columns, 'seen')}
    ), read as (
      insert into unknown_device (number, protocol, address, count, bytes, readable_by)
      select number, protocol, address, count, bytes, readable_by from seen where number is not null
      on conflict (number, protocol) do update set
        address = excluded.address, last_seen = now(), count = unknown_device.count + excluded.count,
        bytes = coalesce(excluded.bytes, unknown_device.bytes),
        readable_by = case when excluded.bytes is null then unknown_device.readable_by else excluded.readable_by end
    )
    insert into unknown_device (number, protocol, address, count, bytes, readable_by)
    select number, protocol, address, count, bytes, readable_by from seen where number is null
    on conflict (protocol, address) where number is null do update set
      last_seen = now(), count = unknown_device.count + excluded.count,
      bytes = coalesce(excluded.bytes, unknown_device.bytes),
      readable_by = case when excluded.bytes is null then unknown_device.readable_by else excluded.readable_by end
    `.execute(db)
  await sql`
    delete from unknown_device where id in (
      select id from unknown_device order by last_seen desc, id desc offset ${sql.lit(MAX_STORED)}
    ) or id in (
      select id from unknown_device where number is null order by last_seen desc, id desc offset ${sql.lit(MAX_UNREAD)}
    )`.execute(db)
}

type UnknownDevice = {
  protocol: string
  number: string | null
  address: string
  bytes: Buffer | null
  count: number
  written_at: number | null
}
