import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/tables/index.ts'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import { recordHeartbeat, recordStopped, takeOverFromDead } from './gateways.ts'
import {
  type Contact,
  type ContactKind,
  type PresenceChange,
  storeAbsences,
  storeContacts,
  storeOrphans,
} from './store.ts'

/**
 * Knows who is online. Transports and the ingest say whom they hear of; once a second what is new is written down and
 * those are found who have been silent for too long. A tracker that goes on reporting to the same gateway costs nothing:
 * its gateway remembers its last contact, and the database is asked only once that is long ago.
 */
export class Presence {
  /** Of this process, and never of another. */
  readonly gateway_id: string = crypto.randomUUID()
  #options: PresenceOptions
  #trackers = new Map<number, TrackerEntry>()
  #unwritten = new Set<TrackerEntry>()
  readonly task: PeriodicTask = { name: 'presence', interval_ms: TICK_MS, run: () => this.tick() }
  #watching_since = performance.now()
  #alive_at = Number.NEGATIVE_INFINITY
  #registered = false
  #stopping = false

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  /** Devices can connect from now on: silence before that means nothing. */
  start(): void {
    this.#watching_since = performance.now()
  }

  /**
   * A report, or any other sign of life.
   *
   * @param age_ms how long ago it came: a report is committed after its connection is closed, at times
   */
  recordContact(organisation_id: number, tracker_id: number, age_ms = 0): void {
    this.#updateContact(organisation_id, tracker_id, age_ms, false)
  }

  /**
   * A report that was judged from the state that this gateway wrote last, so no other has had to do with the tracker
   * since. It is written down only where the kind of contact has changed.
   *
   * @param charging as the report says, which decides the interval
   */
  recordReport(organisation_id: number, tracker_id: number, age_ms: number, charging: boolean): void {
    const entry = this.#updateContact(organisation_id, tracker_id, age_ms, true)
    if (entry.charging !== charging) entry.timeout_ms = 0 // asked for at the next occasion
    entry.charging = charging
  }

  /** A connection that stays open. Each needs its `disconnected`. @param has_will whether it says when it is lost */
  connected(organisation_id: number, tracker_id: number, has_will = false): void {
    const entry = this.#entryOf(organisation_id, tracker_id)
    entry.connections++
    entry.since = performance.now()
    entry.has_will = has_will
    entry.written = null // a new connection is written down even if there was one
    this.#note(entry, 'connected')
  }

  /** A server that stops says nothing about its devices: they are back when it is. */
  disconnected(organisation_id: number, tracker_id: number): void {
    const entry = this.#entryOf(organisation_id, tracker_id)
    entry.connections = Math.max(0, entry.connections - 1)
    if (entry.connections === 0 && entry.kind !== 'left' && !this.#stopping) this.#note(entry, 'closed')
  }

  /** The device says that it is gone; or its last will does, which is of the connection that has ended. */
  left(organisation_id: number, tracker_id: number, { is_will = false } = {}): void {
    if (this.#stopping) return
    const entry = this.#entryOf(organisation_id, tracker_id)
    if (!is_will) entry.since = performance.now()
    this.#note(entry, 'left')
  }

  /** A setting that decides how long it may be silent may have changed. */
  settingsChanged(tracker_id: number): void {
    const entry = this.#trackers.get(tracker_id)
    if (entry) entry.timeout_ms = 0
  }

  /** Writes down what is new, and finds who is missing. */
  async tick(): Promise<void> {
    const { db, log, on_changes, is_healthy } = this.#options
    try {
      // Whoever could not be heard is not missing.
      if (!is_healthy()) this.#watching_since = performance.now()
      await this.#sendHeartbeat()
      for (let due = this.#due(); due.length > 0; due = this.#due()) await this.#write(due)
      for (let silent = this.#silent(); silent.length > 0; silent = this.#silent()) await this.#storeSilent(silent)
      const changes = await storeOrphans(db, (performance.now() - this.#watching_since) / 1000)
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

  /** Its task has ended before: a tick under way would register this gateway again. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#registered) await recordStopped(this.#options.db, this.gateway_id).catch(() => {})
  }

  /** Says that this gateway lives, and takes over from those that do not. */
  async #sendHeartbeat(): Promise<void> {
    const { db, log } = this.#options
    const now = performance.now()
    if (now - this.#alive_at < ALIVE_EVERY_MS) return
    const { is_new, others } = await recordHeartbeat(db, this.gateway_id)
    this.#alive_at = now
    if (is_new && this.#registered) this.#markAllUnwritten()
    this.#registered = true
    // After all could be heard for a while: a database that was away kept every gateway from saying that it lives.
    if (now - this.#watching_since < TAKE_OVER_AFTER_MS) return
    if (others > 0) this.#options.on_others?.()
    const dead = await takeOverFromDead(db)
    if (dead > 0) log.info({ dead }, 'looks after the trackers of gateways that have ended')
  }

  /** Others have taken this gateway for dead, and its trackers for lost. */
  #markAllUnwritten(): void {
    for (const entry of this.#trackers.values()) {
      if (entry.written === null) continue
      entry.written = null
      if (entry.kind !== 'heard' && entry.kind !== 'connected') continue
      entry.had_contact = true
      this.#unwritten.add(entry)
    }
  }

  #updateContact(organisation_id: number, tracker_id: number, age_ms: number, is_known: boolean): TrackerEntry {
    const entry = this.#entryOf(organisation_id, tracker_id)
    const at = performance.now() - age_ms
    if (at < entry.at) return entry
    entry.kind = entry.connections > 0 ? 'connected' : 'heard'
    entry.at = at
    entry.had_contact = true
    if (entry.connections === 0) entry.since = at
    if (!is_known || entry.kind !== entry.written) this.#unwritten.add(entry)
    return entry
  }

  #entryOf(organisation_id: number, tracker_id: number): TrackerEntry {
    let entry = this.#trackers.get(tracker_id)
    if (!entry) {
      entry = {
        ...{ organisation_id, tracker_id, kind: 'heard', at: 0, connections: 0, since: 0 },
        ...{
          has_will: false,
          had_contact: false,
          charging: false,
          written: null,
          written_at: 0,
          pause_ms: 0,
          timeout_ms: 0,
        },
      }
      this.#trackers.set(tracker_id, entry)
    }
    return entry
  }

  #note(entry: TrackerEntry, kind: ContactKind): void {
    entry.kind = kind
    entry.at = performance.now()
    entry.had_contact ||= kind === 'connected'
    this.#unwritten.add(entry)
  }

  /** What changes something is written at once, what merely goes on when its pause is over. */
  #due(): TrackerEntry[] {
    const now = performance.now()
    const due: TrackerEntry[] = []
    for (const entry of this.#unwritten) {
      if (entry.kind === entry.written && now - entry.written_at < entry.pause_ms) continue
      due.push(entry)
      if (due.length === BATCH_SIZE) break
    }
    return due
  }

  async #write(due: TrackerEntry[]): Promise<void> {
    const { db, on_changes } = this.#options
    const now = performance.now()
    for (const entry of due) this.#unwritten.delete(entry)
    const contacts = due.map(
      ({ organisation_id, tracker_id, kind, at, since, has_will, had_contact }): Contact => ({
        ...{ organisation_id, tracker_id, kind, had_contact, has_will: has_will && kind === 'connected' },
        ...{ age_s: (now - at) / 1000, since_s: (now - since) / 1000 },
      }),
    )
    for (const entry of due) entry.had_contact = false
    try {
      const { trackers, changes } = await storeContacts(db, this.gateway_id, contacts)
      for (const [i, entry] of due.entries()) {
        const stored = trackers.get(entry.tracker_id)
        // What another gateway has heard since counts more; the next contact here is written again.
        entry.written = stored && !stored.is_written ? null : contacts[i]!.kind
        entry.written_at = now
        entry.pause_ms = Math.min(30_000, Math.max(TICK_MS, (stored?.interval_s || 60) * 500))
        entry.timeout_ms = timeoutOf(stored?.timeout_s)
      }
      if (changes.length > 0) on_changes(changes)
    } catch (error) {
      for (const [i, entry] of due.entries()) {
        entry.had_contact ||= contacts[i]!.had_contact
        this.#unwritten.add(entry)
      }
      throw error
    }
  }

  /** Whom this gateway looks after, and has not heard of for as long as it was told that they may be silent. */
  #silent(): TrackerEntry[] {
    const now = performance.now()
    const silent: TrackerEntry[] = []
    for (const entry of this.#trackers.values()) {
      if (entry.written === null || this.#unwritten.has(entry)) continue
      if (Math.max(entry.at, this.#watching_since) + entry.timeout_ms > now) continue
      silent.push(entry)
      if (silent.length === BATCH_SIZE) break
    }
    return silent
  }

  async #storeSilent(silent: TrackerEntry[]): Promise<void> {
    const { db, on_changes } = this.#options
    const now = performance.now()
    const ages = silent.map(({ at }) => (now - Math.max(at, this.#watching_since)) / 1000)
    const { changes, left_s } = await storeAbsences(
      db,
      this.gateway_id,
      silent.map(({ organisation_id, tracker_id }, i) => ({ organisation_id, tracker_id, age_s: ages[i]! })),
    )
    for (const [i, entry] of silent.entries()) {
      const left = left_s.get(entry.tracker_id)
      // Offline, deleted, or another gateway's: whatever it is, the next contact here is written.
      if (left === undefined) entry.written = null
      else entry.timeout_ms = left === null ? timeoutOf(null, ages[i]) : (ages[i]! + left) * 1000
    }
    if (changes.length > 0) on_changes(changes)
  }

  /** Keeps the memory bounded by those who are online here, not by those who ever were. */
  #forget(): void {
    if (this.#trackers.size < 10_000) return
    const before = performance.now() - 600_000
    for (const entry of this.#trackers.values()) {
      if (entry.written === null && entry.at < before && entry.connections === 0 && !this.#unwritten.has(entry))
        this.#trackers.delete(entry.tracker_id)
    }
  }
}

/** Who is never missed is looked at again after a while, since the settings may say otherwise by then. */
const timeoutOf = (timeout_s: number | null | undefined, age_s = 0) => (timeout_s ?? age_s + 600) * 1000

const TICK_MS = 1_000
const BATCH_SIZE = 1_000
const ALIVE_EVERY_MS = 5_000
const TAKE_OVER_AFTER_MS = 30_000

export type PresenceOptions = {
  db: Kysely<Database>
  log: Logger
  /** Whether reports get through now. */
  is_healthy(): boolean
  on_changes(changes: PresenceChange[]): void
  /** Other gateways work on the same database. */
  on_others?(): void
}

type TrackerEntry = {
  organisation_id: number
  tracker_id: number
  kind: ContactKind
  at: number
  connections: number
  /** When the newest connection began; without one the last contact. */
  since: number
  has_will: boolean
  /** Whether it was heard of since it was written down last. */
  had_contact: boolean
  charging: boolean
  /** The kind that was written down last and when; null where another gateway may look after the tracker. */
  written: ContactKind | null
  written_at: number
  /** How long that is enough for signs of life that are no reports. */
  pause_ms: number
  /** How long it may be silent before the database is asked whether it is offline. */
  timeout_ms: number
}
