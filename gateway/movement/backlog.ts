import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { countUnread, listDirty, listUnread, type TrackerKey } from './store.ts'

/** What is to be read from history: after an upgrade, late data, corrections, and a process that died. */
export class Backlog {
  readonly #db: Kysely<Database>
  readonly #gateway_id: string
  readonly #began = Date.now()
  #scan_at = 0
  #unread = 0

  constructor(db: Kysely<Database>, gateway_id: string) {
    this.#db = db
    this.#gateway_id = gateway_id
  }

  /** Trackers whose history has not been read at all, when they were counted last. */
  get unread(): number {
    return this.#unread
  }

  /** Looks through all trackers with the next list. */
  scanSoon(): void {
    this.#scan_at = 0
  }

  /**
   * Trackers of one pass; dirty ones are found again from a time on.
   *
   * @param behind those of which this process has not all reports in memory
   */
  async list(behind: readonly TrackerKey[]): Promise<(TrackerKey & { is_dirty: boolean })[]> {
    const dirty = await listDirty(this.#db, this.#gateway_id, MOST)
    const keys = new Map([...dirty, ...behind.slice(0, MOST_BEHIND)].map((key) => [key.tracker_id, key]))
    if (Date.now() >= this.#scan_at) {
      const unread = await listUnread(this.#db, this.#gateway_id, MOST)
      this.#unread = await countUnread(this.#db)
      // A full page has others after it, and a process that died a moment ago counts as alive.
      if (unread.length < MOST && Date.now() - this.#began > DEAD_AFTER_MS) this.#scan_at = Date.now() + SCAN_EVERY_MS
      for (const key of unread) if (!keys.has(key.tracker_id)) keys.set(key.tracker_id, key)
    }
    const is_dirty = new Set(dirty.map(({ tracker_id }) => tracker_id))
    return [...keys.values()].map((key) => ({ ...key, is_dirty: is_dirty.has(key.tracker_id) }))
  }
}

/** Trackers of each other kind that one pass reads. */
const MOST = 500
/** Most of these are read together. */
const MOST_BEHIND = 5000
/** All trackers are looked through this often. */
const SCAN_EVERY_MS = 10 * 60_000
const DEAD_AFTER_MS = 90_000
