import { BadReport } from '../report.ts'
import { possible } from '../shared/utc.ts'

/** Reads little-endian numbers one after the other, and never past the end. */
export class Bytes {
  readonly buffer: Buffer
  at = 0

  constructor(buffer: Buffer) {
    this.buffer = buffer
  }

  get left(): number {
    return this.buffer.length - this.at
  }

  u8 = () => this.buffer[this.#take(1)]!
  u16 = () => this.buffer.readUInt16LE(this.#take(2))
  i16 = () => this.buffer.readInt16LE(this.#take(2))
  u32 = () => this.buffer.readUInt32LE(this.#take(4))
  i32 = () => this.buffer.readInt32LE(this.#take(4))

  slice(length: number): Buffer {
    const from = this.#take(length)
    return this.buffer.subarray(from, from + length)
  }

  #take(length: number): number {
    const from = this.at
    if (from + length > this.buffer.length) {
      throw new BadReport(`byte ${from}: ${length} more are needed, ${this.left} are left`)
    }
    this.at += length
    return from
  }
}

/** Seconds since 2000 as milliseconds since 1970; 0 is a clock that was never set. */
export const since2000 = (seconds: number) => (seconds === 0 ? null : possible((seconds + 946_684_800) * 1000))
