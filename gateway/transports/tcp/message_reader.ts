import type { TcpLimits } from '../../config.ts'
import { BadReport } from '../../protocols/report.ts'
import { decodeFrame } from '../../protocols/shared/decode_frame.ts'
import type { Message, Protocol } from '../../protocols/shared/protocol.ts'
import { Bytes } from './bytes.ts'

/**
 * Splits and decodes a device's bytes. Bad frames are skipped, and an exception in a decoder affects only its frame.
 * `next` throws after too many faults in a row.
 */
export class MessageReader {
  #protocol: Protocol
  #session: unknown
  #options: ReaderOptions
  #bytes = new Bytes()
  /** From 0 to 1; at 1 the connection is closed. */
  #faults = 0
  /** When the incomplete frame began, in milliseconds since 1970; null without one. */
  began_at: number | null = null

  constructor(protocol: Protocol, session: unknown, options: ReaderOptions) {
    this.#protocol = protocol
    this.#session = session
    this.#options = options
  }

  push(chunk: Buffer): void {
    this.#bytes.push(chunk)
  }

  /**
   * @returns null when more bytes are needed
   * @throws {TooManyFaults}
   */
  next(): Message | null {
    while (this.#bytes.length > 0) {
      const framed = this.#frame()
      if (framed === 'bad') continue
      if (framed === null) return null
      const message = this.#decode(framed)
      if (message) return message
    }
    return null
  }

  /** A valid message resets the fault count. */
  recordSuccess(): void {
    this.#faults = 0
  }

  /** @throws {TooManyFaults} */
  recordFailure(reason: string, weight = 1 / MAX_FAULTS): void {
    this.#options.note(reason)
    this.#faults += weight
    if (this.#faults >= 1) throw new TooManyFaults(`nothing but bad frames: ${reason}`)
  }

  #frame(): Buffer | 'bad' | null {
    const { limits } = this.#options
    const view = this.#bytes.view
    const framed = this.#guard(() => this.#protocol.frame(view, this.#session))
    if (!framed) {
      if (view.length > limits.frame_bytes) this.#abort(`a frame of more than ${limits.frame_bytes} bytes`)
      this.began_at ??= Date.now()
      return null
    }
    this.began_at = null
    if (!(framed.consumed > 0)) this.#abort('the framing stands still')
    this.#bytes.consume(framed.consumed)
    if (framed.frame) return framed.frame
    this.recordFailure('bytes that begin no frame', framed.consumed / limits.garbage_bytes)
    return 'bad'
  }

  #decode(frame: Buffer): Message | null {
    const { forgive, week_rollover } = this.#options
    const options = { forgive, week_rollover, now: Date.now() }
    return this.#guard(() => decodeFrame(this.#protocol, frame, this.#session, options))
  }

  #guard<T>(work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      const { message } = error as Error
      this.recordFailure(error instanceof BadReport ? message : `the decoder failed: ${message}`)
      return null
    }
  }

  #abort(reason: string): never {
    this.#options.note(reason)
    throw new TooManyFaults(reason)
  }
}

/** Too many faults without a valid message: the connection should be closed. */
export class TooManyFaults extends Error {}

/** Consecutive bad frames. */
const MAX_FAULTS = 20

type ReaderOptions = {
  limits: TcpLimits
  forgive: boolean
  week_rollover: boolean
  /** Called for each fault, for metrics and log. */
  note(reason: string): void
}
