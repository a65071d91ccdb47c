import { BadReport } from '../report.ts'
import { frameLine } from '../shared/lines.ts'
import type { DecodeOptions, Message, Protocol } from '../shared/protocol.ts'
import { Bits } from './bits.ts'
import { mmsiIn, reportIn } from './messages.ts'
import { Parts, parseAis } from './sentences.ts'

/** Ships, as a receiver of AIS passes on what it receives. The number of a ship is its MMSI. Nothing is answered. */
export const ais: Protocol<Parts> = {
  name: 'ais',
  port: 10_110,
  udp: true,
  feed: true,
  open: () => new Parts(),
  frame: (bytes) => frameLine(bytes, MAX_LINE),
  decode,
}

/** IEC 61162-1 has 82; tag blocks come before them. */
const MAX_LINE = 512

function decode(frame: Buffer, parts: Parts, { now, forgive }: DecodeOptions): Message {
  const sentence = parseAis(frame.toString('latin1').trim())
  if (sentence === null) return NOTHING
  if (!sentence.is_right && !forgive) throw new BadReport('checksum: is wrong')
  const whole = parts.add(sentence)
  // The first part says the number already.
  if (whole === null)
    return sentence.part === 1 ? { ...NOTHING, number: mmsiIn(new Bits(sentence.payload, 0)) } : NOTHING
  const number = mmsiIn(whole.bits)
  const report = number === null ? null : reportIn(whole.bits, receivedAt(whole.received_at, now))
  return { ...NOTHING, number, reports: report === null ? [] : [report] }
}

/** A receiver's clock that is ahead of ours would put ships into the future. */
const receivedAt = (received_at: number | null, now: number): number =>
  received_at === null || received_at > now ? now : received_at

const NOTHING: Message = { number: null, reports: [], acknowledgement: null }
