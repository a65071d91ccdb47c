import type { Report } from '../report.ts'

/**
 * A device protocol over TCP or UDP: functions of bytes and of what the connection remembers, which touch nothing else.
 * `protocols/index.ts` lists them, `transports/tcp/index.ts` drives them.
 */
export type Protocol<Session = unknown> = {
  /** Also the name of its setting: `gt06` is set by `TCP_PORT_GT06`. */
  name: string
  /** The customary port. */
  port: number
  /** Whether the same messages also come as datagrams, each whole. */
  udp: boolean
  /** What a new connection remembers; `frame`, `decode` and `encode` may write into it. */
  open(): Session
  /**
   * Finds the first frame in what a connection has read and not consumed.
   *
   * @returns null where more bytes are needed to know. It never waits for what cannot come: bytes that begin no frame
   * are consumed with `frame: null`.
   */
  frame(bytes: Buffer, session: Session): Framed | null
  /**
   * What a frame says.
   *
   * @throws {BadReport} for a frame that breaks the protocol: it is logged and skipped, and never answered
   */
  decode(frame: Buffer, session: Session, options: DecodeOptions): Message
  /** The bytes that give a command to the device, or null where the protocol has no such command. */
  encode?(command: Command, session: Session): Buffer | null
}

export type Framed = {
  /** Bytes of the input that are consumed, more than 0. */
  consumed: number
  /** A view of the input, as `decode` takes it; null for what is no frame. */
  frame: Buffer | null
}

export type DecodeOptions = {
  /** Whether a wrong checksum is forgiven. */
  forgive: boolean
  /** Milliseconds since 1970. Some devices leave out the date or the century. */
  now: number
}

export type Message = {
  /** The number that the device gives itself in this frame; null where it is the one that it signed in with. */
  number: string | null
  reports: Report[]
  /** Sent when all the reports are committed, and at once where there are none. Null where the device expects nothing. */
  acknowledgement: Buffer | null
  /** Sent to a device that is not known, where the protocol has a word for that. */
  refusal?: Buffer
  /** What the device says to the last command. */
  answer?: string
}

/** Settings and orders in Ringfence's words; a protocol says them in its own. */
export type Command =
  /** Seconds between two reports. */
  | { type: 'interval'; interval_s: number }
  /** As the device itself understands it, typed by a person. */
  | { type: 'custom'; text: string }
