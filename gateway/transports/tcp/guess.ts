import { protocols } from '../../protocols/index.ts'
import { decodeFrame } from '../../protocols/shared/decode_frame.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'

/**
 * Which protocols read the first bytes of a connection as a whole message that says the device's number. Few messages
 * fit several, such as a line that is a number alone.
 */
export function guess(bytes: Buffer, options: GuessOptions): Guess[] {
  return protocols.flatMap((protocol) => reading(protocol, bytes, options) ?? [])
}

function reading(protocol: Protocol, bytes: Buffer, { forgive, now }: GuessOptions): Guess | null {
  const session = protocol.open()
  try {
    const framed = protocol.frame(bytes, session)
    if (!framed?.frame || !(framed.consumed > 0)) return null
    const { number } = decodeFrame(protocol, framed.frame, session, { forgive: forgive.has(protocol.name), now })
    return number === null || SEPARATOR.test(number) ? null : { protocol, number }
  } catch {
    return null
  }
}

/** A protocol that takes any line for one of its own has then read more than the number. */
const SEPARATOR = /[(),;]/

export type Guess = { protocol: Protocol; number: string }

type GuessOptions = {
  /** Protocols whose wrong checksums are accepted. */
  forgive: ReadonlySet<string>
  /** Milliseconds since 1970. */
  now: number
}
