import type { Socket } from 'node:net'
import { plainAddress } from '#db/networks.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import type { Identity } from '../shared/identity.ts'
import { PausableReading } from '../tcp/reading.ts'
import type { Known } from './known.ts'

/**
 * One receiver on one socket, which passes on what many devices say. Its devices are not connected: no commands, and offline by silence alone.
 */
export class FeedConnection {
  readonly address: string
  #context: DeviceContext
  #protocol: Protocol
  #known: Known
  #socket: Socket
  #reading: PausableReading
  #last_contact_at = Date.now()
  /** Whether a device's number was read. */
  #is_read = false

  constructor(context: DeviceContext, protocol: Protocol, socket: Socket, known: Known) {
    this.address = plainAddress(socket.remoteAddress ?? '')
    this.#context = context
    this.#protocol = protocol
    this.#known = known
    this.#reading = new PausableReading(context, socket, {
      protocol,
      session: protocol.open(),
      name: () => this.address,
      take: (message) => this.#take(message),
      close: (reason) => this.close(reason),
      finish: () => this.finish(),
      resume: () => this.resume(),
    })
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('end', () => this.#reading.end())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#reading.close())
  }

  /** Whether a timeout has expired: idle, first message, or an incomplete line. */
  isOverdue(now: number): boolean {
    return this.#reading.isOverdue(now, { last_contact_at: this.#last_contact_at, is_known: this.#is_read })
  }

  close(reason: string): void {
    if (this.#reading.closed) return
    this.#context.log.info({ transport: this.#protocol.name, device: this.address, reason }, 'connection closed')
    this.#reading.close()
    this.#socket.destroy()
  }

  /** Stops reading. */
  stop(): void {
    this.#reading.pause('stopping')
  }

  finish(): void {
    this.#socket.destroySoon()
  }

  /** Resumes after the queues were full. */
  resume(): void {
    this.#reading.release('full')
  }

  #read(chunk: Buffer): void {
    if (this.#reading.closed) return
    this.#reading.push(chunk)
  }

  #take({ number, reports }: Message): void {
    // Sentences of the receiver itself, such as its own alarms, are none of a device.
    if (number === null) return
    this.#is_read = true
    this.#reading.recordSuccess()
    this.#last_contact_at = Date.now()
    if (reports.length === 0) return
    const identity = this.#known.get(number, this.address)
    if (identity) this.#store(identity, reports)
    else if (identity === undefined) void this.#find(number, reports)
  }

  async #find(number: string, reports: Message['reports']): Promise<void> {
    this.#reading.pause('number')
    const identity = await this.#known.find(number, this.address, () => this.#reading.closed)
    if (this.#reading.closed) return
    if (identity) this.#store(identity, reports)
    this.#reading.release('number')
  }

  #store(identity: Identity, reports: Message['reports']): void {
    this.#reading.expect(reports.length)
    for (const report of reports) {
      this.#context.ingest.add(identity, report, false, (outcome) => {
        if (outcome === 'unknown_tracker') this.#known.forget(identity.tracker_id)
        this.#reading.settle()
      })
    }
    this.#reading.limit(identity, reports.length)
  }
}
