import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isLockTimeout } from '../errors.ts'
import { listPartitions } from '../partitions.ts'
import { adoptDays } from './chain/adopt.ts'
import { type ClosedSpan, closePartition, dropClosed } from './close.ts'
import { DeltaLog, type DeltaSettings } from './delta/log.ts'
import { fillMissing } from './fill.ts'
import { Lease, LeaseLost } from './lease.ts'
import { findLate, mergeDay, rewriteRemoved } from './merge.ts'
import type { HistoryStore } from './store.ts'
import { removeUnknown, removeUnused } from './sweep.ts'
import type { Work } from './work.ts'
import { FileWriter } from './write.ts'

/**
 * Moves the events of closed days from `tracker_event` to files, and keeps the files: merges late reports, rewrites those
 * of deleted trackers, removes those that are no longer needed. One process of an installation does so at a time.
 *
 * It can be killed at any moment: files without a row are nothing, and rows change in one transaction.
 */
export class Archive {
  readonly #options: ArchiveOptions
  #stopped = false
  /** When unknown files were looked for. */
  #looked_at = -Infinity
  /** Whether all files have digests, cells and contents. */
  #is_filled = false
  /** Whether all days that could be are in the chain. */
  #is_linked = false

  readonly #logs: DeltaLog[]

  constructor(options: ArchiveOptions) {
    this.#options = options
    this.#logs = options.store.backends.map((backend) => new DeltaLog(backend, options.delta))
  }

  /**
   * Does all that is due.
   *
   * @param options for tests: how long things wait
   * @returns null while another process does it
   * @throws the first failure, when everything else has been tried; what failed is as it was before
   */
  async run(now = new Date(), { policy = POLICY }: { policy?: ArchivePolicy } = {}): Promise<ArchiveReport | null> {
    if (this.#stopped) return null
    const { db, store, merge_rows } = this.#options
    const lease = await Lease.take(db)
    if (!lease) return null
    const step = async () => {
      if (this.#stopped) throw new Stopped()
      await lease.renew()
    }
    const writer = new FileWriter(store)
    const work: Work = { db, store, lease, writer, merge_rows, step }
    const report: ArchiveReport = { closed: [], merged: 0, rewritten: 0, dropped: [], removed: 0, postponed: 0 }
    const failures: unknown[] = []
    const attempt = async (run: () => Promise<void>) => {
      try {
        await run()
      } catch (error) {
        if (error instanceof Stopped || error instanceof LeaseLost) throw error
        if (isLockTimeout(error)) report.postponed++
        else failures.push(error)
        // The next run finds and completes unfinished work.
        this.#looked_at = -Infinity
      }
    }
    try {
      await this.#doAll(work, report, now, policy, attempt)
    } catch (error) {
      if (!(error instanceof Stopped)) failures.push(error)
    } finally {
      for (const log of this.#logs) log.release()
      await writer.close()
      await lease.release()
    }
    if (failures.length > 0) throw failures[0]
    return report
  }

  /** The current run ends soon; unfinished steps have changed nothing. */
  stop(): void {
    this.#stopped = true
  }

  async #doAll(work: Work, report: ArchiveReport, now: Date, policy: ArchivePolicy, attempt: Attempt): Promise<void> {
    const { close_days } = this.#options
    await attempt(() => forgetMissing(work))
    if (close_days > 0) {
      const horizon = horizonOf(now, close_days)
      for (const span of await dueSpans(work, horizon)) {
        await attempt(async () => {
          report.closed.push({ name: span.name, events: await closePartition(work, span) })
        })
        await attempt(() => this.#log(work))
      }
      for (const day of await findLate(work, horizon, policy)) {
        await attempt(async () => {
          report.merged += await mergeDay(work, day)
        })
        await attempt(() => this.#log(work))
      }
    }
    await attempt(async () => {
      report.rewritten = await rewriteRemoved(work, policy)
    })
    if (!this.#is_filled) await attempt(() => this.#fill(work, policy.fill_bytes))
    if (!this.#is_linked) {
      await attempt(async () => {
        this.#is_linked = (await adoptDays(work, MOST_ADOPTED)) && this.#is_filled
      })
    }
    await attempt(async () => {
      report.dropped = await dropClosed(work)
    })
    await attempt(async () => {
      // What the log still names is not removed.
      await this.#log(work)
      report.removed = await removeUnused(work, policy.unused_s)
    })
    if (now.getTime() - this.#looked_at < policy.look_s * 1000) return
    await attempt(async () => {
      report.removed += await removeUnknown(work, policy.unknown_s)
      this.#looked_at = now.getTime()
    })
  }

  /** Names the files that count to other programs. */
  async #log({ db, step }: Work): Promise<void> {
    await step()
    for (const log of this.#logs) await log.sync(db)
  }

  /** Files of releases that computed no digests, cells or contents get them, some at each run. */
  async #fill(work: Work, most_bytes: number): Promise<void> {
    const { damaged, is_complete } = await fillMissing(work, most_bytes)
    this.#is_filled = is_complete
    if (damaged.length > 0) throw damaged[0]!
  }
}

/** Days before this one are closed. */
export function horizonOf(now: Date, close_days: number): string {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(today - close_days * 86_400_000).toISOString()
}

/** Partitions that end before the horizon and are not closed, oldest first. */
export async function dueSpans({ db }: Pick<Work, 'db'>, horizon: string): Promise<ClosedSpan[]> {
  const { rows } = await sql<{ name: string }>`select name from event_archive_partition
    where closed_at is not null`.execute(db)
  const closed = new Set(rows.map(({ name }) => name))
  return (await listPartitions(db))
    .flatMap(({ name, from, to }) => (from && to ? [{ name, ...utc(from, to) }] : []))
    .filter(({ name, to }) => !closed.has(name) && to <= horizon)
    .sort((a, b) => a.from.localeCompare(b.from))
}

/** Bounds are written in the session's format. */
const utc = (from: string, to: string) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })

/** Retention has dropped partitions that were being closed. */
async function forgetMissing({ db }: Work): Promise<void> {
  await sql`delete from event_archive_partition p where to_regclass(quote_ident(p.name)) is null`.execute(db)
  await sql`delete from event_archive_late l where not exists (select from event_archive_partition p
    where p.name = l.partition and p.closed_at is null)`.execute(db)
}

/** The current run was stopped. */
class Stopped extends Error {}

/** Days that are taken into the chain at a run. */
const MOST_ADOPTED = 5000
const HOUR_S = 3600
const POLICY: ArchivePolicy = {
  least_rows: 1000,
  pause_s: HOUR_S,
  removal_delay_s: HOUR_S / 4,
  // A backup copies files for hours after it has read which there are.
  unused_s: 24 * HOUR_S,
  unknown_s: HOUR_S,
  look_s: 6 * HOUR_S,
  fill_bytes: 500_000_000,
}

export type ArchivePolicy = {
  least_rows: number
  pause_s: number
  removal_delay_s: number
  /** How long replaced files are kept, and those without a row. */
  unused_s: number
  unknown_s: number
  /** Between two listings of all files. */
  look_s: number
  /** That are read at a run to compute digests and cells which are missing. */
  fill_bytes: number
}

export type ArchiveOptions = {
  db: Db
  store: HistoryStore
  /** Days after its end until a day is closed; 0 is never. */
  close_days: number
  /** Late reports that are merged in one transaction. */
  merge_rows: number
  delta?: Partial<DeltaSettings>
}

export type ArchiveReport = {
  closed: { name: string; events: number }[]
  /** Late reports. */
  merged: number
  /** Files without events of deleted trackers, and without removed events. */
  rewritten: number
  dropped: string[]
  /** Files. */
  removed: number
  /** What others kept from being done; the next run tries again. */
  postponed: number
}
type Attempt = (run: () => Promise<void>) => Promise<void>
