import { readFileSync } from 'node:fs'
import { type Attributes, BadReport } from '#gateway/protocols/report.ts'
import { decodeFrame } from '#gateway/protocols/shared/decode_frame.ts'
import type { DecodeOptions, Message, Protocol } from '#gateway/protocols/shared/protocol.ts'

/** The real messages of a protocol, and what they say. */
export function framesOf(name: string): Row[] {
  const text = readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

export const NOON = Date.UTC(2026, 5, 1, 12)

/**
 * What comes out of a stream that arrives in pieces of `size` bytes: what was decoded, what was refused, and what was
 * left unread.
 */
export function drive(protocol: Protocol, stream: Buffer, size = stream.length, options: Partial<DecodeOptions> = {}) {
  const session = protocol.open()
  const messages: Message[] = []
  const frames: string[] = []
  const refused: string[] = []
  let rest: Buffer = Buffer.alloc(0)
  for (let at = 0; at < stream.length; at += size) {
    rest = Buffer.concat([rest, stream.subarray(at, at + size)])
    while (rest.length > 0) {
      const framed = protocol.frame(rest, session)
      if (framed === null) break
      if (!(framed.consumed > 0)) throw new Error('the framing stands still')
      rest = rest.subarray(framed.consumed)
      if (framed.frame === null) continue
      frames.push(framed.frame.toString('hex'))
      try {
        const { week_rollover = false } = protocol
        const all = { forgive: false, now: NOON, week_rollover, ...options }
        messages.push(decodeFrame(protocol, framed.frame, session, all))
      } catch (error) {
        if (!(error instanceof BadReport)) throw error
        refused.push(error.message)
      }
    }
  }
  return { messages, frames, refused, left: rest, session }
}

/** The same frame with a byte or two changed, left out, doubled or cut off, ever the same for the same seed. */
export function* mutations(frame: Buffer, count: number): Generator<Buffer> {
  let state = frame.length * 2654435761 + 1
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return (state >>> 3) % below
  }
  for (let i = 0; i < count; i++) {
    const at = random(frame.length)
    const changed = Buffer.from(frame)
    changed[at] = i % 2 === 0 ? random(256) : '0123456789ABCDEFNSEWAV,.|$*#();-+ '.charCodeAt(random(34))
    if (i % 5 === 3) yield Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1)])
    else if (i % 5 === 4) yield Buffer.concat([changed.subarray(0, at), changed.subarray(at - (at % 7))])
    else if (i % 11 === 10) yield changed.subarray(0, at + 1)
    else yield changed
  }
}

export type Row = {
  name: string
  wire_hex: string
  /** Whether its checksum is wrong: numbers and places were changed before it was published. */
  forgive?: boolean
  /** Index of the row that must come first on the same connection. */
  login?: number | null
  expect: { number?: string; positions: Position[]; ack_hex?: string; ack_regex?: string }
}

type Position = {
  /** Left out where no document says. */
  fix_at?: string | null
  valid: boolean
  lat: number | null
  lon: number | null
  speed?: number
  heading?: number
  alarm?: string | null
  attributes?: Attributes
}
