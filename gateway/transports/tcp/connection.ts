import type { Socket } from 'node:net'
import { plainAddress } from '#db/networks.ts'
import type { Outcome } from '../../ingest/entry.ts'
import type { ClaimedCommand } from '../../links/command.ts'
import type { Link } from '../../links/connected.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import { encodeCommand } from '../shared/encode_command.ts'
import type { Identity } from '../shared/identity.ts'
import type { Unrecognised } from '../shared/recognise.ts'
import { MAX_BYTES } from '../shared/unknown.ts'
import { type Answer, Answers } from './answers.ts'
import { PausableReading } from './reading.ts'

/**
 * One device on one socket: frames its bytes, passes reports to the ingest, writes acknowledgements.
 */
export class Connection implements Link {
  readonly transport: string
  readonly address: string
  readonly since = Date.now()
  readonly identified_by = 'number'
  last_contact_at = this.since
  #context: DeviceContext
  #protocol: Protocol
  #session: unknown
  #socket: Socket
  #reading: PausableReading
  #answers: Answers
  /** Identified trackers by the number received; mostly one. */
  #identities = new Map<string, Identity>()
  #number: string | null = null
  /** The last bytes until the device has sent its number; null afterwards. */
  #unread: Buffer | null = NOTHING

  constructor(context: DeviceContext, protocol: Protocol, socket: Socket) {
    this.transport = protocol.name
    this.address = plainAddress(socket.remoteAddress ?? '')
    this.#context = context
    this.#protocol = protocol
    this.#session = protocol.open()
    this.#socket = socket
    this.#answers = new Answers(socket)
    this.#reading = new PausableReading(context, socket, {
      protocol,
      session: this.#session,
      name: () => this.#name(),
      take: (message) => this.#take(message),
      close: (reason) => this.close(reason),
      finish: () => this.finish(),
      resume: () => this.resume(),
    })
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('end', () => this.#reading.end())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#forget())
  }

  get takes_commands(): boolean {
    return !this.#reading.closed && !this.#reading.ended && !this.#reading.is_stopping
  }

  /** Writes a command after the pending acknowledgements. */
  send(command: ClaimedCommand): string | null {
    if (this.#identities.size > 1) return 'the connection carries several devices'
    const encoded = encodeCommand(this.#protocol, this.#session, command)
    if (typeof encoded === 'string') return encoded
    this.#answers.add(encoded, 0)
    return null
  }

  /** Destroys the connection without further acknowledgements. */
  close(reason: string): void {
    if (this.#reading.closed) return
    this.#context.log.info({ transport: this.transport, device: this.#name(), reason }, 'connection closed')
    this.#forget()
    this.#socket.destroy()
  }

  /** Whether a timeout has expired: idle, first frame, or an incomplete frame. */
  isOverdue(now: number): boolean {
    return this.#reading.isOverdue(now, { last_contact_at: this.last_contact_at, is_known: this.#number !== null })
  }

  /** Stops reading. */
  stop(): void {
    this.#reading.pause('stopping')
  }

  /** Writes the remaining acknowledgements and closes. */
  finish(): void {
    this.#answers.flush()
    this.#socket.destroySoon()
  }

  /** Resumes after the queues were full. */
  resume(): void {
    this.#reading.release('full')
  }

  #read(chunk: Buffer): void {
    if (this.#reading.closed) return
    if (this.#unread !== null) this.#unread = Buffer.concat([this.#unread, chunk]).subarray(-MAX_BYTES)
    this.#reading.push(chunk)
  }

  #take(message: Message): void {
    const number = message.number ?? this.#number
    if (number === null) {
      this.#reading.recordFailure('a message before the device has sent its number')
      return
    }
    const identity = this.#identities.get(number)
    if (identity) this.#accept(number, identity, message)
    else void this.#identify(number, message)
  }

  /** Pauses reading while the number is looked up, however long the database takes. */
  async #identify(number: string, message: Message): Promise<void> {
    this.#reading.pause('number')
    const bytes = this.#unread ?? undefined
    this.#unread = null
    const identity = await this.#context.recognise(this.transport, number, this.address, () => this.#reading.closed)
    if (this.#reading.closed || identity === null) return
    if ('refused' in identity) {
      this.#reject(number, message, identity.refused, bytes)
      return
    }
    // Checked synchronously before entering, so that of two concurrent connections only one enters.
    if (this.#context.isInUseElsewhere(identity, this)) {
      this.#reject(number, message, 'another network')
      return
    }
    if (this.#identities.size >= MAX_NUMBERS) {
      this.#refuse(`more than ${MAX_NUMBERS} devices`)
      return
    }
    const entered = [...this.#identities.values()].some(({ tracker_id }) => tracker_id === identity.tracker_id)
    this.#identities.set(number, identity)
    if (!entered) this.#context.enter(identity, this)
    this.#accept(number, identity, message)
    this.#reading.release('number')
  }

  /** Refuses the device; the answer does not reveal the reason. */
  #reject(number: string, { refusal }: Message, reason: Unrecognised, bytes?: Buffer): void {
    this.#context.refuse(this.transport, number, this.address, reason, bytes)
    if (refusal) this.#socket.write(refusal)
    this.#forget()
    this.#socket.destroySoon()
  }

  #accept(number: string, identity: Identity, { reports, acknowledgement, answer: command_answer }: Message): void {
    const { ingest, limits, commands } = this.#context
    if (command_answer !== undefined) void commands.answered(identity, command_answer)
    this.#number = number
    this.#reading.recordSuccess()
    this.last_contact_at = Date.now()
    // Reports count as contact when they are committed; heartbeats count immediately.
    if (reports.length === 0) this.#context.recordContact(identity)
    const answer = this.#answers.add(acknowledgement, reports.length)
    this.#reading.expect(reports.length)
    for (const report of reports) ingest.add(identity, report, false, (outcome) => this.#settle(answer, outcome))

    if (this.#socket.writableLength > limits.answer_bytes) this.#refuse('it does not read its answers')
    this.#reading.limit(identity, reports.length)
  }

  #settle(answer: Answer, outcome: Outcome): void {
    if (!this.#reading.closed) {
      if (outcome === 'unknown_tracker') this.#refuse('the tracker is deleted or switched off')
      else this.#answers.settle(answer)
    }
    this.#reading.settle()
  }

  #refuse(reason: string): void {
    this.#context.refusals.note(this.transport, this.#name(), reason)
    this.close(reason)
  }

  #name(): string {
    return this.#number ?? this.address
  }

  #forget(): void {
    if (this.#reading.closed) return
    this.#reading.close()
    if (this.#unread !== null && this.#unread.length > 0 && !this.#reading.is_stopping) {
      this.#context.noteUnread(this.transport, this.address, this.#unread)
    }
    const identities = new Map([...this.#identities.values()].map((identity) => [identity.tracker_id, identity]))
    this.#context.leave([...identities.values()], this)
  }
}

const NOTHING = Buffer.alloc(0)

/** Devices on one connection: gateways for several devices are rare and small. */
const MAX_NUMBERS = 100
