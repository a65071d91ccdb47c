import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Database } from '#db/tables/index.ts'
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
 * Determines which trackers are online. Transports and the ingest record contacts; once a second changes are written
 * and trackers past their offline timeout are found. A tracker that keeps reporting to the same gateway costs no
 * writes: the gateway remembers its last contact and asks the database only when the timeout expires.
 */
export class Presence {
  /** Unique per process start. */
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

  /** Call when devices can connect: silence before that does not count. */
  start(): void {
    this.#watching_since = performance.now()
  }

  /**
   * Records a contact: a report or anything else received.
   *
   * @param age_ms how long ago; a report may be committed after its connection was closed
   */
  recordContact(organisation_id: number, tracker_id: number, age_ms = 0): void {
    this.#updateContact(organisation_id, tracker_id, age_ms, false)
  }

  /**
   * Records a report judged from a state that this gateway wrote last, so no other gateway handles the tracker. It is
   * written only if the kind of contact changes.
   *
   * @param charging as reported; selects the reporting interval
   */
  recordReport(organisation_id: number, tracker_id: number, age_ms: number, charging: boolean): void {
    const entry = this.#updateContact(organisation_id, tracker_id, age_ms, true)
    if (entry.charging !== charging) entry.timeout_ms = 0 // read again at the next check
    entry.charging = charging
  }

  /** Records an open connection, until `disconnected`. @param has_will whether a last will reports its loss */
  connected(organisation_id: number, tracker_id: number, has_will = false): void {
    const entry = this.#entryOf(organisation_id, tracker_id)
    entry.connections++
    entry.since = performance.now()
    entry.has_will = has_will
    entry.written = null // a new connection is written even if another was
    this.#note(entry, 'connected')
  }

  /** Ignored while stopping: the devices reconnect. */
  disconnected(organisation_id: number, tracker_id: number): void {
    const entry = this.#entryOf(organisation_id, tracker_id)
    entry.connections = Math.max(0, entry.connections - 1)
    if (entry.connections === 0 && entry.kind !== 'left' && !this.#stopping) this.#note(entry, 'closed')
  }

  /** The device reported itself offline, or the last will of an ended connection did. */
  left(organisation_id: number, tracker_id: number, { is_will = false } = {}): void {
    if (this.#stopping) return
    const entry = this.#entryOf(organisation_id, tracker_id)
    if (!is_will) entry.since = performance.now()
    this.#note(entry, 'left')
  }

  /** Settings that affect the offline timeout may have changed. */
  settingsChanged(tracker_id: number): void {
    const entry = this.#trackers.get(tracker_id)
    if (entry) entry.timeout_ms = 0
  }

  /** Writes changed contacts and finds trackers past their offline timeout. */
  async tick(): Promise<void> {
    const { db, log, on_changes, is_healthy } = this.#options
    try {
      // Without the database no reports arrive: trackers are not offline for that.
      if (!is_healthy()) this.#watching_since = performance.now()
      await this.#sendHeartbeat()
      for (let due = this.#due(); due.length > 0; due = this.#due()) await this.#write(due)
      for (let silent = this.#silent(); silent.length > 0; silent = this.#silent()) await this.#storeSilent(silent)
      const changes = await storeOrphans(db, (performance.now() - this.#watching_since) / 1000)
      if (changes.length > 0) on_changes(changes)
    } catch (error) {
      this.#watching_since = performance.now()
      log.debug({ err: error }, 'presence not written; retrying')
    }
    this.#forget()
  }

  /** Call before a stop: closed connections do not count from now on. */
  freeze(): void {
    this.#stopping = true
  }

  /** Call after its task has ended: a running tick would register the gateway again. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#registered) await recordStopped(this.#options.db, this.gateway_id).catch(() => {})
  }

  /** Sends this gateway's heartbeat and takes over from dead gateways. */
  async #sendHeartbeat(): Promise<void> {
    const { db, log } = this.#options
    const now = performance.now()
    if (now - this.#alive_at < ALIVE_EVERY_MS) return
    const { is_new, others } = await recordHeartbeat(db, this.gateway_id)
    this.#alive_at = now
    if (is_new && this.#registered) this.#markAllUnwritten()
    this.#registered = true
    // Waits after an outage of the database, which kept all gateways from sending heartbeats.
    if (now - this.#watching_since < TAKE_OVER_AFTER_MS) return
    if (others > 0) this.#options.on_others?.()
    const dead = await takeOverFromDead(db)
    if (dead > 0) log.info({ dead }, 'took over the trackers of dead gateways')
  }

  /** Other gateways considered this one dead: writes all its trackers again. */
  #markAllUnwritten(): void {
    for (const entry of this.#trackers.values()) {
      if (entry.written === null) continue
      entry.written = null
      if (entry.kind !== 'reported' && entry.kind !== 'connected') continue
      entry.had_contact = true
      this.#unwritten.add(entry)
    }
  }

  #updateContact(organisation_id: number, tracker_id: number, age_ms: number, is_known: boolean): TrackerEntry {
    const entry = this.#entryOf(organisation_id, tracker_id)
    const at = performance.now() - age_ms
    if (at < entry.at) return entry
    entry.kind = entry.connections > 0 ? 'connected' : 'reported'
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
        organisation_id,
        tracker_id,
        kind: 'reported',
        at: 0,
        connections: 0,
        since: 0,
        has_will: false,
        had_contact: false,
        charging: false,
        written: null,
        written_at: 0,
        pause_ms: 0,
        timeout_ms: 0,
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

  /** Contacts to write: a changed kind immediately, a mere renewal after its interval. */
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
        organisation_id,
        tracker_id,
        kind,
        had_contact,
        has_will: has_will && kind === 'connected',
        age_s: (now - at) / 1000,
        since_s: (now - since) / 1000,
      }),
    )
    for (const entry of due) entry.had_contact = false
    try {
      const { trackers, changes } = await storeContacts(db, this.gateway_id, contacts)
      for (const [i, entry] of due.entries()) {
        const stored = trackers.get(entry.tracker_id)
        // A newer contact of another gateway wins; the next contact here is written again.
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

  /** This gateway's trackers whose offline timeout has expired. */
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
      // Offline, deleted, or taken over by another gateway: the next contact here is written.
      if (left === undefined) entry.written = null
      else entry.timeout_ms = left === null ? timeoutOf(null, ages[i]) : (ages[i]! + left) * 1000
    }
    if (changes.length > 0) on_changes(changes)
  }

  /** Bounds the memory by the trackers online here. */
  #forget(): void {
    if (this.#trackers.size < 10_000) return
    const before = performance.now() - 600_000
    for (const entry of this.#trackers.values()) {
      if (entry.written === null && entry.at < before && entry.connections === 0 && !this.#unwritten.has(entry))
        this.#trackers.delete(entry.tracker_id)
    }
  }
}

/** Trackers that are never offline are checked again later, since settings may change. */
const timeoutOf = (timeout_s: number | null | undefined, age_s = 0) => (timeout_s ?? age_s + 600) * 1000

const TICK_MS = 1_000
const BATCH_SIZE = 1_000
const ALIVE_EVERY_MS = 5_000
const TAKE_OVER_AFTER_MS = 30_000

export type PresenceOptions = {
  db: Kysely<Database>
  log: Logger
  /** Whether reports are being stored. */
  is_healthy(): boolean
  on_changes(changes: PresenceChange[]): void
  /** Called when other gateways use the same database. */
  on_others?(): void
}

type TrackerEntry = {
  organisation_id: number
  tracker_id: number
  kind: ContactKind
  at: number
  connections: number
  /** Start of the newest connection; without one, the last contact. */
  since: number
  has_will: boolean
  /** Whether there was a contact since the last write. */
  had_contact: boolean
  charging: boolean
  /** The kind last written, and when; null when another gateway may have taken over. */
  written: ContactKind | null
  written_at: number
  /** Minimum interval between writes of contacts that are not reports. */
  pause_ms: number
  /** Offline timeout; after it, the database decides. */
  timeout_ms: number
}
