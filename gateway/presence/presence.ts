import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/tables/index.ts'
import { type Contact, type ContactKind, type PresenceChange, storeAbsences, storeContacts } from './store.ts'

/**
 * Knows who is online. Transports and the ingest say whom they hear of; once a second what is new is written down and
 * those are found who have been silent for too long. In between, a tracker that goes on reporting costs nothing: its
 * contact is written down at most twice in its interval, and every half minute at most.
 */
export class Presence {
  #options: PresenceOptions
  #trackers = new Map<number, Known>()
  #news = new Set<Known>()
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #watching_since = performance.now()
  #stopping = false

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  start(): void {
    this.#watching_since = performance.now()
    this.#timer = setInterval(() => {
      this.#running ??= this.tick().finally(() => {
        this.#running = null
      })
    }, TICK_MS)
  }

  /**
   * A report, or any other sign of life.
   *
   * @param age_ms how long ago it came: a report is committed after its connection is closed, at times
   */
  heard(organisation_id: number, tracker_id: number, age_ms = 0): void {
    const known = this.#know(organisation_id, tracker_id)
    const at = performance.now() - age_ms
    if (at < known.at) return
    known.kind = known.connections > 0 ? 'connected' : 'heard'
    known.at = at
    this.#news.add(known)
  }

  /** A connection that stays open. Each needs its `disconnected`. */
  connected(organisation_id: number, tracker_id: number): void {
    const known = this.#know(organisation_id, tracker_id)
    known.connections++
    this.#note(known, 'connected')
  }

  /** A server that stops says nothing about its devices: they are back when it is. */
  disconnected(organisation_id: number, tracker_id: number): void {
    const known = this.#know(organisation_id, tracker_id)
    known.connections = Math.max(0, known.connections - 1)
    if (known.connections === 0 && known.kind !== 'left' && !this.#stopping) this.#note(known, 'closed')
  }

  /** The device, or its last will, says that it is gone. */
  left(organisation_id: number, tracker_id: number): void {
    if (!this.#stopping) this.#note(this.#know(organisation_id, tracker_id), 'left')
  }

  /** Writes down what is new, and finds who is missing. */
  async tick(): Promise<void> {
    const { db, log, on_changes, is_healthy } = this.#options
    try {
      // Whoever could not be heard is not missing.
      if (!is_healthy()) this.#watching_since = performance.now()
      for (let due = this.#due(); due.length > 0; due = this.#due()) await this.#write(due)
      const changes = await storeAbsences(db, (performance.now() - this.#watching_since) / 1000)
      if (changes.length > 0) on_changes(changes)
    } catch (error) {
      this.#watching_since = performance.now()
      log.debug({ err: error }, 'presence waits for the database')
    }
    this.#forget()
  }

  /** The server is about to stop: what it closes from now on is no sign of the devices'. */
  freeze(): void {
    this.#stopping = true
  }

  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#timer) clearInterval(this.#timer)
    await this.#running
  }

  #know(organisation_id: number, tracker_id: number): Known {
    let known = this.#trackers.get(tracker_id)
    if (!known) {
      const nothing = { kind: 'heard' as const, at: 0, connections: 0, written: null, written_at: 0, pause_ms: 0 }
      known = { organisation_id, tracker_id, ...nothing }
      this.#trackers.set(tracker_id, known)
    }
    return known
  }

  #note(known: Known, kind: ContactKind): void {
    known.kind = kind
    known.at = performance.now()
    this.#news.add(known)
  }

  /** What changes something is written at once, what merely goes on when its pause is over. */
  #due(): Known[] {
    const now = performance.now()
    const due: Known[] = []
    for (const known of this.#news) {
      if (known.kind === known.written && now - known.written_at < known.pause_ms) continue
      due.push(known)
      if (due.length === AT_ONCE) break
    }
    return due
  }

  async #write(due: Known[]): Promise<void> {
    const { db, on_changes } = this.#options
    const now = performance.now()
    for (const known of due) this.#news.delete(known)
    const contacts = due.map(
      ({ organisation_id, tracker_id, kind, at }): Contact => ({
        organisation_id,
        tracker_id,
        kind,
        age_s: (now - at) / 1000,
      }),
    )
    try {
      const { intervals, changes } = await storeContacts(db, contacts)
      for (const [i, known] of due.entries()) {
        known.written = contacts[i]!.kind
        known.written_at = now
        known.pause_ms = Math.min(30_000, Math.max(TICK_MS, (intervals.get(known.tracker_id) || 60) * 500))
      }
      if (changes.length > 0) on_changes(changes)
    } catch (error) {
      for (const known of due) this.#news.add(known)
      throw error
    }
  }

  /** Keeps the memory bounded by those who report, not by those who ever did. */
  #forget(): void {
    if (this.#trackers.size < 10_000) return
    const before = performance.now() - 600_000
    for (const known of this.#trackers.values()) {
      if (known.at < before && known.connections === 0 && !this.#news.has(known))
        this.#trackers.delete(known.tracker_id)
    }
  }
}

const TICK_MS = 1_000
const AT_ONCE = 1_000

export type PresenceOptions = {
  db: Kysely<Database>
  log: Logger
  /** Whether reports get through now. */
  is_healthy(): boolean
  on_changes(changes: PresenceChange[]): void
}

type Known = {
  organisation_id: number
  tracker_id: number
  kind: ContactKind
  at: number
  connections: number
  /** The kind that was written down last, when, and how long that is enough. */
  written: ContactKind | null
  written_at: number
  pause_ms: number
}
