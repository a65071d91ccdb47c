import type { Socket } from 'node:net'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext, PausableLink } from '../shared/device_context.ts'
import type { Identity } from '../shared/identity.ts'
import { MessageReader, TooManyFaults } from './message_reader.ts'

/**
 * The messages of one socket. Reading pauses while a `PauseReason` applies (backpressure), so this process and the queues
 * buffer a bounded amount. Once the other side has closed, and all that was read is settled, the owner finishes.
 */
export class PausableReading {
  readonly #context: DeviceContext
  readonly #socket: Socket
  readonly #owner: Owner
  readonly #reader: MessageReader
  #pause_reasons = new Set<PauseReason>()
  #unsettled = 0
  #ended = false
  #closed = false

  constructor(context: DeviceContext, socket: Socket, owner: Owner) {
    this.#context = context
    this.#socket = socket
    this.#owner = owner
    const { protocol, session } = owner
    this.#reader = new MessageReader(protocol, session, {
      limits: context.limits,
      forgive: context.forgive.has(protocol.name),
      week_rollover: context.week_rollover.has(protocol.name),
      note: (reason) => context.refusals.note(protocol.name, owner.name(), reason),
    })
  }

  get closed(): boolean {
    return this.#closed
  }

  get ended(): boolean {
    return this.#ended
  }

  get is_stopping(): boolean {
    return this.#pause_reasons.has('stopping')
  }

  /** Whether a timeout has expired: idle since its last contact, first message, or an incomplete frame. */
  isOverdue(now: number, { last_contact_at, is_known }: { last_contact_at: number; is_known: boolean }): boolean {
    const { limits } = this.#context
    if (this.#pause_reasons.size > 0 || this.#unsettled > 0) return false
    const { began_at } = this.#reader
    if (began_at !== null && now - began_at > limits.frame_ms) return true
    return now - last_contact_at > (is_known ? limits.idle_ms : limits.first_frame_ms)
  }

  push(chunk: Buffer): void {
    this.#reader.push(chunk)
    this.#work()
  }

  /** A valid message. */
  recordSuccess(): void {
    this.#reader.recordSuccess()
  }

  /** @throws {TooManyFaults} within `take` of the owner, whose connection is closed then */
  recordFailure(reason: string): void {
    this.#reader.recordFailure(reason)
  }

  /** Before that many reports are given to the ingest; each is settled by `settle`. */
  expect(reports: number): void {
    this.#unsettled += reports
  }

  /** After they were given to it: pauses where a queue is full, or a tracker sends more than its rate. */
  limit({ tracker_id }: Identity, reports: number): void {
    const { ingest, limits, rate_limits } = this.#context
    if (this.#unsettled >= limits.unsettled) this.pause('unsettled')
    if (ingest.full) {
      this.pause('full')
      this.#context.addBlocked(this.#owner)
    }
    // Messages without reports count against the rate limit, too.
    const wait_ms = rate_limits.of(tracker_id).take(Math.max(1, reports))
    if (wait_ms > 0) {
      this.pause('pace')
      setTimeout(() => this.release('pace'), wait_ms)
    }
  }

  settle(): void {
    this.#unsettled--
    if (this.#closed) return
    if (this.#unsettled <= this.#context.limits.unsettled / 2) this.release('unsettled')
    this.#endWhenSettled()
  }

  pause(reason: PauseReason): void {
    this.#pause_reasons.add(reason)
    this.#socket.pause()
  }

  release(reason: PauseReason): void {
    if (!this.#pause_reasons.delete(reason) || this.#pause_reasons.size > 0 || this.#closed) return
    this.#work()
    if (this.#pause_reasons.size > 0 || this.#closed) return
    this.#socket.resume()
    this.#endWhenSettled()
  }

  /** The other side has closed, and may still wait for acknowledgements. */
  end(): void {
    this.#ended = true
    this.#endWhenSettled()
  }

  /** Takes nothing more. */
  close(): void {
    this.#closed = true
  }

  #work(): void {
    try {
      while (this.#pause_reasons.size === 0 && !this.#closed) {
        const message = this.#reader.next()
        if (!message) return
        this.#owner.take(message)
      }
    } catch (error) {
      if (!(error instanceof TooManyFaults)) throw error
      this.#owner.close(error.message)
    }
  }

  #endWhenSettled(): void {
    if (!this.#ended || this.#closed || this.#unsettled > 0 || this.#pause_reasons.size > 0) return
    this.#owner.finish()
  }
}

/** Whose socket it is. */
type Owner = Pick<PausableLink, 'resume'> & {
  protocol: Protocol
  session: unknown
  /** For the log of bad messages. */
  name(): string
  take(message: Message): void
  close(reason: string): void
  finish(): void
}

/** Why reading is paused. */
type PauseReason = 'number' | 'unsettled' | 'full' | 'pace' | 'stopping'
