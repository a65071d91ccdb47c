import type { Socket } from 'node:net'
import { plainAddress } from '#db/networks.ts'
import { isTrackerNumber } from '#db/tracker_number.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'
import type { DeviceContext } from '../shared/device_context.ts'
import { MAX_BYTES } from '../shared/unknown.ts'
import { type Guess, guess } from './guess.ts'

/** The name of the port in metrics, logs and the list of unknown devices. */
export const ANY = 'any'
/** Its usual port. */
export const PORT_OF_ANY = 5000

/**
 * The port on which every protocol is spoken: collects bytes until a protocol has read a message with a number, then
 * hands the untouched socket on, so that a recognised device is served exactly as on the port of its protocol.
 */
export class AnyPort {
  #context: DeviceContext
  #open: (protocol: Protocol, socket: Socket) => void
  #waiting = new Set<Stranger>()

  constructor(context: DeviceContext, open: (protocol: Protocol, socket: Socket) => void) {
    this.#context = context
    this.#open = open
  }

  /** Connections whose protocol is not known yet. */
  get size(): number {
    return this.#waiting.size
  }

  take(socket: Socket): void {
    const stranger = { socket, bytes: Buffer.alloc(0), tries: 0, since: Date.now() }
    this.#waiting.add(stranger)
    const onData = (chunk: Buffer) => {
      stranger.bytes = Buffer.concat([stranger.bytes, chunk])
      this.#look(stranger, onData)
    }
    socket.on('data', onData)
    socket.on('end', () => this.#waiting.has(stranger) && this.#giveUp(stranger, 'closed before it was recognised'))
    socket.on('close', () => void this.#waiting.delete(stranger))
  }

  closeOverdue(now: number): void {
    for (const stranger of this.#waiting) {
      const overdue = now - stranger.since > this.#context.limits.first_frame_ms
      if (overdue) this.#giveUp(stranger, 'no protocol was recognised in time')
    }
  }

  stop(): void {
    for (const { socket } of this.#waiting) socket.destroy()
  }

  #look(stranger: Stranger, onData: (chunk: Buffer) => void): void {
    const { socket, bytes } = stranger
    const guesses = guess(bytes, { forgive: this.#context.forgive, now: Date.now() })
    const fitting = guesses.filter(({ number }) => isTrackerNumber(number))
    if (fitting.length > 0) {
      socket.off('data', onData)
      socket.pause()
      // Before anything is awaited: a socket that has ended takes nothing back.
      socket.unshift(bytes)
      void this.#handOn(stranger, fitting)
    } else if (bytes.length > MAX_FIRST_BYTES || ++stranger.tries >= MAX_TRIES) {
      this.#giveUp(stranger, 'no protocol reads its first bytes')
    }
  }

  async #handOn(stranger: Stranger, fitting: Guess[]): Promise<void> {
    const { socket } = stranger
    const protocol = fitting.length === 1 ? fitting[0]!.protocol : await this.#whose(socket, fitting)
    if (!this.#waiting.delete(stranger) || socket.destroyed) return
    this.#open(protocol, socket)
    socket.resume()
  }

  /** Of several, the one by which a tracker with its number may report; else the first, which then is refused. */
  async #whose(socket: Socket, fitting: Guess[]): Promise<Protocol> {
    const address = plainAddress(socket.remoteAddress ?? '')
    for (const { protocol, number } of fitting) {
      const found = await this.#context.recognise(protocol.name, number, address, () => socket.destroyed)
      if (found && !('refused' in found)) return protocol
    }
    return fitting[0]!.protocol
  }

  #giveUp(stranger: Stranger, reason: string): void {
    const { socket, bytes } = stranger
    this.#waiting.delete(stranger)
    const address = plainAddress(socket.remoteAddress ?? '')
    this.#context.refusals.note(ANY, address, reason)
    // The first ones: what they begin with says what it is.
    if (bytes.length > 0) this.#context.noteUnread(ANY, address, bytes.subarray(0, MAX_BYTES))
    socket.destroy()
  }
}

/** The longest first messages that are known have some 1400 bytes. */
const MAX_FIRST_BYTES = 4096
/** Each try costs every protocol's framing once; devices send a first message in a few pieces. */
const MAX_TRIES = 64

type Stranger = { socket: Socket; bytes: Buffer; tries: number; since: number }
