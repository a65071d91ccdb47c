import { BadReport } from '../report.ts'
import { Bits } from './bits.ts'

/**
 * A sentence `!AIVDM` of another ship or `!AIVDO` of the own one, with a tag block before it or without (IEC 61162-1,
 * NMEA 0183 4.1).
 *
 * @returns null for other sentences, which receivers write as well
 * @throws {BadReport}
 */
export function parseAis(line: string): Sentence | null {
  const [, tag = '', body = '', sum = ''] = /^(?:\\([^\\]*)\\)?!([A-Z]{2}VD[MO],[^*]*)\*([0-9A-F]{2})/i.exec(line) ?? []
  if (body === '') {
    if (/^(?:\\[^\\]*\\)?![A-Z]{2}VD[MO]/i.test(line)) throw new BadReport('checksum: is missing')
    if (!/^[$!#\\]/.test(line)) throw new BadReport('sentence: does not begin with ! or $')
    return null
  }
  const is_right = checksum(body) === Number.parseInt(sum, 16)
  const [, total = '', part = '', id = '', channel = '', payload = '', fill = ''] = body.split(',')
  if (!/^[1-9]$/.test(total) || !/^[1-9]$/.test(part) || Number(part) > Number(total)) {
    throw new BadReport('sentence: is not a part of a message')
  }
  if (!/^[0-W`-w]{1,82}$/.test(payload) || !/^[0-5]$/.test(fill)) throw new BadReport('payload: has other characters')
  return {
    key: `${id} ${channel} ${total}`,
    part: Number(part),
    total: Number(total),
    payload,
    fill: Number(fill),
    received_at: timeIn(tag),
    is_right,
  }
}

/** `c:` of a tag block: seconds since 1970, of some milliseconds. */
function timeIn(block: string): number | null {
  const [, tag = '', sum = ''] = /^([^*]*)\*([0-9A-F]{2})$/i.exec(block) ?? []
  if (tag === '' || checksum(tag) !== Number.parseInt(sum, 16)) return null
  const time = /(?:^|,)c:(\d{9,13})(?:,|$)/.exec(tag)?.[1]
  if (time === undefined) return null
  return time.length > 10 ? Number(time) : Number(time) * 1000
}

function checksum(text: string): number {
  let sum = 0
  for (const byte of Buffer.from(text, 'latin1')) sum ^= byte
  return sum
}

/** Messages of one receiver of which parts are missing; the parts follow each other within seconds. */
export class Parts {
  #open = new Map<string, { payload: string; next: number; received_at: number | null }>()

  /** @returns the message once its last part is there; a part whose predecessor was lost is dropped */
  add({ key, part, total, payload, fill, received_at }: Sentence): Whole | null {
    if (total === 1) return { bits: new Bits(payload, fill), received_at }
    const open = this.#open.get(key)
    this.#open.delete(key)
    if (part !== 1 && part !== open?.next) return null
    const begun = part === 1 ? { payload: '', received_at } : open!
    const all = begun.payload + payload
    if (part === total) return { bits: new Bits(all, fill), received_at: begun.received_at }
    this.#open.set(key, { payload: all, next: part + 1, received_at: begun.received_at })
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value!)
    return null
  }
}

/** Numbers of messages with several parts run from 0 to 9 on each of two channels. */
const MAX_OPEN = 20

type Sentence = {
  /** Same in all parts of a message. */
  key: string
  part: number
  total: number
  payload: string
  fill: number
  /** When the receiver heard it, if it says so. */
  received_at: number | null
  is_right: boolean
}

type Whole = { bits: Bits; received_at: number | null }
