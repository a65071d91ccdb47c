import type { WebSocket } from '@fastify/websocket'
import type { Outcome } from '../../ingest/entry.ts'
import { decodePosition } from '../../protocols/json/index.ts'
import { BadReport, type Report } from '../../protocols/report.ts'
import type { Phone } from '../shared/phone_identity.ts'
import type { Phones } from '../shared/phones.ts'

/** Passes the reports of one phone's WebSocket to the ingest and sends their acknowledgements. */
export class WebSocketReports {
  #phones: Phones
  #phone: Phone
  #socket: WebSocket
  #responses: Responses
  #open = 0
  #ended = false

  constructor(phones: Phones, phone: Phone, socket: WebSocket, responses: Responses) {
    this.#phones = phones
    this.#phone = phone
    this.#socket = socket
    this.#responses = responses
  }

  /**
   * Takes a position or an array of positions. An invalid one is refused alone: the others may be reports buffered
   * offline.
   */
  take(value: unknown): void {
    const items = Array.isArray(value) ? value : [value]
    if (items.length === 0) this.#responses.refuse('payload: is an empty array', null)
    else if (items.length > MAX_BATCH) {
      this.#responses.refuse(`payload: has ${items.length} reports, at most ${MAX_BATCH} are taken`, null)
    } else {
      this.throttle(this.#phones.rate_limits.of(this.#phone.tracker_id).take(items.length))
      for (const item of items) this.#takeOne(item)
      if (this.#open > MAX_OPEN) this.#socket.pause()
    }
  }

  /** Stops reading for good. */
  end(): void {
    this.#ended = true
  }

  #takeOne(item: unknown): void {
    let report: Report
    try {
      report = decodePosition(item)
    } catch (error) {
      if (!(error instanceof BadReport)) throw error
      this.#responses.refuse(error.message, seqOf(item))
      return
    }
    this.#open++
    // Phones resend unacknowledged reports after a reconnect; without a time, `seq` identifies duplicates.
    const redelivered = report.seq !== null
    this.#phones.context.ingest.add(this.#phone, report, redelivered, (outcome) => this.#settle(report, outcome))
  }

  #settle({ seq }: Report, outcome: Outcome): void {
    this.#open--
    if (outcome === 'unknown_tracker') this.#responses.unknownTracker()
    else this.#responses.acknowledge(seq)
    if (this.#open === MAX_OPEN >> 1) this.#resume()
  }

  /** Delays reading over the tracker's rate limit. */
  throttle(wait_ms: number): void {
    if (wait_ms === 0) return
    this.#socket.pause()
    setTimeout(() => this.#open <= MAX_OPEN && this.#resume(), wait_ms).unref()
  }

  #resume(): void {
    if (!this.#ended) this.#socket.resume()
  }
}

const MAX_BATCH = 1000
/** Uncommitted reports at which reading pauses. */
const MAX_OPEN = 1000

function seqOf(item: unknown): number | null {
  const seq = (item as { seq?: unknown } | null)?.seq
  return typeof seq === 'number' && Number.isFinite(seq) ? seq : null
}

type Responses = {
  acknowledge(seq: number | null): void
  refuse(reason: string, seq: number | null): void
  /** The tracker was deleted or deactivated. */
  unknownTracker(): void
}
