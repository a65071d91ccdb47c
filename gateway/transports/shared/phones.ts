import { setTimeout as pause } from 'node:timers/promises'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { isOnHold } from '#db/moving/hold.ts'
import { isTrackerNumber } from '#db/tracker_number.ts'
import type { Report } from '../../protocols/report.ts'
import type { GatewayContext } from '../context.ts'
import { Addresses } from './addresses.ts'
import { SentSettings } from './device_settings.ts'
import type { Identity } from './identity.ts'
import type { PhoneRefusal } from './phone_identity.ts'
import { TokenBuckets } from './token_bucket.ts'

/** Shared by HTTP requests and WebSockets of phones: their limits, and the delivery of their reports to the ingest. */
export class Phones {
  context: GatewayContext
  /** Connections: WebSockets, and those to OsmAnd's own port. */
  connections: Addresses
  sent_settings = new SentSettings()
  sockets = new Set<Socket>()
  stopping = false
  #requests: Addresses
  #answering = new Set<Promise<unknown>>()
  rate_limits: TokenBuckets
  /** Trackers whose last delivery timed out: their next reports without a time may be duplicates. */
  #unconfirmed = new Set<number>()
  readonly task: PeriodicTask

  constructor(context: GatewayContext) {
    const { limits } = context.config.phones
    this.context = context
    this.rate_limits = new TokenBuckets(limits)
    this.connections = new Addresses(limits.connections, limits.per_address)
    this.#requests = new Addresses(limits.requests, limits.requests_per_address)
    this.task = { name: 'pings to WebSockets', interval_ms: limits.ping_every_ms, run: () => this.#ping() }
    context.metrics.connections.watch('websocket', () => this.sockets.size)
  }

  /** Whether reports are refused: on stop, without the database, or with full queues. Phones retry and lose nothing. */
  get closed(): boolean {
    const { ingest } = this.context
    return this.stopping || !ingest.healthy || ingest.full
  }

  /** Runs one request within the limits. @returns null when the address has too many */
  async answer<T>(address: string, work: () => Promise<T>): Promise<T | null> {
    if (!this.#requests.enter(address)) return null
    const working = work()
    this.#answering.add(working)
    try {
      return await working
    } finally {
      this.#answering.delete(working)
      this.#requests.leave(address)
    }
  }

  /** Counts a refused request or sign-in, and lists its number when an administrator can fix the cause. */
  refuse(transport: string, number: string, address: string, reason: PhoneRefusal | 'no token' | 'not allowed'): void {
    const { metrics, unknown } = this.context
    metrics.refusals.inc({ transport, reason })
    const listed = reason === 'transport not allowed' || (reason === 'unknown number' && LISTED.has(transport))
    if (listed && isTrackerNumber(number)) unknown.note(transport, number, address)
  }

  /**
   * Stores reports.
   *
   * @returns `waiting` on a timeout: the reports are stored later or with the phone's retry, but not twice
   */
  async deliver(tracker: Identity, reports: Report[]): Promise<'committed' | 'unknown_tracker' | 'waiting'> {
    if (reports.length === 0) return 'committed'
    const { ingest } = this.context
    const wait_ms = this.rate_limits.of(tracker.tracker_id).take(reports.length)
    const redelivered = this.#unconfirmed.has(tracker.tracker_id)
    const committed = new Promise<'committed' | 'unknown_tracker'>((resolve) => {
      let open = reports.length
      let is_unknown = false
      for (const report of reports) {
        ingest.add(tracker, report, redelivered, (outcome) => {
          is_unknown ||= outcome === 'unknown_tracker'
          if (--open === 0) resolve(is_unknown ? 'unknown_tracker' : 'committed')
        })
      }
    })
    const timer = new AbortController()
    const timeout = pause(COMMIT_TIMEOUT_MS, 'waiting' as const, { signal: timer.signal }).catch(
      () => 'waiting' as const,
    )
    let outcome = await Promise.race([committed, timeout])
    timer.abort()
    // Put on hold since it was identified: it keeps the reports, as while the database is away.
    if (outcome === 'unknown_tracker' && (await isOnHold(this.context.db, tracker.organisation_id))) outcome = 'waiting'
    if (outcome === 'waiting') this.#unconfirmed.add(tracker.tracker_id)
    else this.#unconfirmed.delete(tracker.tracker_id)
    if (this.#unconfirmed.size > 100_000) this.#unconfirmed.clear()
    // Delays the answer over the rate limit, and with it the phone's next request.
    if (wait_ms > 0 && outcome === 'committed') await pause(Math.min(wait_ms, COMMIT_TIMEOUT_MS))
    return outcome
  }

  #ping(): void {
    if (!this.stopping) for (const socket of this.sockets) socket.ping()
  }

  /** Commits and answers everything accepted before closing the connections. */
  async stop(): Promise<void> {
    this.stopping = true
    for (const socket of this.sockets) socket.pause()
    await Promise.allSettled(this.#answering)
    await this.context.ingest.drain()
    for (const socket of this.sockets) socket.leave()
    if (this.sockets.size > 0) await pause(CLOSE_TIMEOUT_MS)
    for (const socket of this.sockets) socket.terminate()
  }
}

/** An open WebSocket of a phone. */
type Socket = { ping(): void; pause(): void; leave(): void; terminate(): void }

/** Transports whose unknown numbers are listed: those of a number alone, or with a key that is valid. */
const LISTED = new Set(['osmand', 'lorawan'])
/** Time for close frames to arrive before sockets are destroyed. */
const CLOSE_TIMEOUT_MS = 200
/** Below the request timeout of the apps, which is 15 seconds or more. */
const COMMIT_TIMEOUT_MS = 10_000
