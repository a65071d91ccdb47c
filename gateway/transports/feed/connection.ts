import type { Socket } from 'node:net'
import { plainAddress } from '#db/networks.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import type { Identity } from '../shared/identity.ts'
import { MessageReader, TooManyFaults } from '../tcp/message_reader.ts'
import type { Known } from './known.ts'

/**
 * One receiver on one socket, which passes on what many devices say. Reading pauses while the queues are full, so a
 * bounded amount is buffered. Its devices are not connected: no commands, and offline by silence alone.
 */
export class FeedConnection {
  readonly address: string
  #context: DeviceContext
  #protocol: Protocol
  #known: Known
  #socket: Socket
  #reader: MessageReader
  #last_contact_at = Date.now()
  /** Whether a device's number was read. */
  #is_read = false
  #pause_reasons = new Set<PauseReason>()
  #unsettled = 0
  #ended = false
  #closed = false

  constructor(context: DeviceContext, protocol: Protocol, socket: Socket, known: Known) {
    this.address = plainAddress(socket.remoteAddress ?? '')
    this.#context = context
    this.#protocol = protocol
    this.#known = known
    this.#reader = new MessageReader(protocol, protocol.open(), {
      limits: context.limits,
      forgive: context.forgive.has(protocol.name),
      week_rollover: context.week_rollover.has(protocol.name),
      note: (reason) => context.refusals.note(protocol.name, this.address, reason),
    })
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('end', () => this.#end())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#closed = true
    })
  }

  /** Whether a timeout has expired: idle, first message, or an incomplete line. */
  isOverdue(now: number): boolean {
    const { limits } = this.#context
    if (this.#pause_reasons.size > 0 || this.#unsettled > 0) return false
    const { began_at } = this.#reader
    if (began_at !== null && now - began_at > limits.frame_ms) return true
    return now - this.#last_contact_at > (this.#is_read ? limits.idle_ms : limits.first_frame_ms)
  }

  close(reason: string): void {
    if (this.#closed) return
    this.#context.log.info({ transport: this.#protocol.name, device: this.address, reason }, 'connection closed')
    this.#closed = true
    this.#socket.destroy()
  }

  /** Stops reading. */
  stop(): void {
    this.#pause('stopping')
  }

  finish(): void {
    this.#socket.destroySoon()
  }

  /** Resumes after the queues were full. */
  resume(): void {
    this.#release('full')
  }

  #read(chunk: Buffer): void {
    if (this.#closed) return
    this.#reader.push(chunk)
    this.#work()
  }

  #work(): void {
    try {
      while (this.#pause_reasons.size === 0 && !this.#closed) {
        const message = this.#reader.next()
        if (!message) return
        this.#take(message)
      }
    } catch (error) {
      if (!(error instanceof TooManyFaults)) throw error
      this.close(error.message)
    }
  }

  #take({ number, reports }: Message): void {
    // Sentences of the receiver itself, such as its own alarms, are none of a device.
    if (number === null) return
    this.#is_read = true
    this.#reader.recordSuccess()
    this.#last_contact_at = Date.now()
    if (reports.length === 0) return
    const identity = this.#known.get(number, this.address)
    if (identity) this.#store(identity, reports)
    else if (identity === undefined) void this.#find(number, reports)
  }

  async #find(number: string, reports: Message['reports']): Promise<void> {
    this.#pause('number')
    const identity = await this.#known.find(number, this.address, () => this.#closed)
    if (this.#closed) return
    if (identity) this.#store(identity, reports)
    this.#release('number')
  }

  #store(identity: Identity, reports: Message['reports']): void {
    const { ingest, limits, rate_limits } = this.#context
    this.#unsettled += reports.length
    for (const report of reports) {
      ingest.add(identity, report, false, (outcome) => {
        if (outcome === 'unknown_tracker') this.#known.forget(identity.tracker_id)
        this.#settle()
      })
    }
    if (this.#unsettled >= limits.unsettled) this.#pause('unsettled')
    if (ingest.full) {
      this.#pause('full')
      this.#context.addBlocked(this)
    }
    const wait_ms = rate_limits.of(identity.tracker_id).take(reports.length)
    if (wait_ms > 0) {
      this.#pause('pace')
      setTimeout(() => this.#release('pace'), wait_ms)
    }
  }

  #settle(): void {
    this.#unsettled--
    if (this.#closed) return
    if (this.#unsettled <= this.#context.limits.unsettled / 2) this.#release('unsettled')
    this.#endWhenSettled()
  }

  #end(): void {
    this.#ended = true
    this.#endWhenSettled()
  }

  #endWhenSettled(): void {
    if (!this.#ended || this.#closed || this.#unsettled > 0 || this.#pause_reasons.size > 0) return
    this.finish()
  }

  #pause(reason: PauseReason): void {
    this.#pause_reasons.add(reason)
    this.#socket.pause()
  }

  #release(reason: PauseReason): void {
    if (!this.#pause_reasons.delete(reason) || this.#pause_reasons.size > 0 || this.#closed) return
    this.#work()
    if (this.#pause_reasons.size > 0 || this.#closed) return
    this.#socket.resume()
    this.#endWhenSettled()
  }
}

/** Why reading is paused. */
type PauseReason = 'number' | 'unsettled' | 'full' | 'pace' | 'stopping'
