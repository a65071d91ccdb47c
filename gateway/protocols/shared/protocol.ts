import type { Report } from '../report.ts'
import type { Command, DeclaredCommand } from './commands.ts'

export type { Command }

/**
 * A device protocol over TCP or UDP: pure functions of bytes and the connection's session. `protocols/index.ts` lists
 * them, `transports/tcp/index.ts` calls them.
 */
export type Protocol<Session = unknown> = {
  /** Also the name of its setting: `gt06` is set by `TCP_PORT_GT06`. */
  name: string
  /** The usual port. */
  port: number
  /** Whether the same messages are also sent over UDP, one or more complete ones per datagram. */
  udp: boolean
  /**
   * Whether a connection passes on what many devices say, most of which belong to no tracker: these are skipped, and
   * nothing is answered.
   */
  feed?: true
  /** Whether receivers of this family are known to count GPS weeks to 1024 only; a setting overrides it. */
  week_rollover?: boolean
  /** Creates the session of a new connection; `frame`, `decode` and `encode` may write into it. */
  open(): Session
  /**
   * Finds the first frame in the unconsumed bytes of a connection.
   *
   * @returns null when more bytes are needed. Never waits for bytes that cannot arrive: bytes outside frames are
   *   consumed with `frame: null`.
   */
  frame(bytes: Buffer, session: Session): Framed | null
  /**
   * Decodes a frame.
   *
   * @throws {BadReport} for a frame that breaks the protocol: it is logged and skipped, and never answered
   */
  decode(frame: Buffer, session: Session, options: DecodeOptions): Message
  /** Encodes a command, or returns null if the protocol has no such command. */
  encode?(command: Command, session: Session): Buffer | null
  /** What its devices can do by name. */
  commands?: readonly DeclaredCommand<Session>[]
}

export type Framed = {
  /** Number of consumed bytes, more than 0. */
  consumed: number
  /** A view of the input for `decode`; null for bytes outside frames. */
  frame: Buffer | null
}

export type DecodeOptions = {
  /** Whether a wrong checksum is accepted. */
  forgive: boolean
  /** Milliseconds since 1970. Some devices omit the date or the century. */
  now: number
  /** Whether times of more than 1024 weeks ago get 1024 weeks added. */
  week_rollover?: boolean
}

export type Message = {
  /** The device's number in this frame; null for the one of the login. */
  number: string | null
  reports: Report[]
  /** Sent after the commit of all reports, immediately without reports. Null if the device expects none. */
  acknowledgement: Buffer | null
  /** Sent to an unknown device, if the protocol has a refusal. */
  refusal?: Buffer
  /** The device's answer to the last command. */
  answer?: string
}
