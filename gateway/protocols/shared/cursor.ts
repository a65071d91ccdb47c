import { BadReport } from '../report.ts'

/** Reads big-endian numbers one after the other, and never past the end. @throws {BadReport} */
export class Cursor {
  readonly bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  u8(): number {
    return this.bytes[this.take(1)]!
  }

  u16(): number {
    return this.bytes.readUInt16BE(this.take(2))
  }

  i16(): number {
    return this.bytes.readInt16BE(this.take(2))
  }

  u24(): number {
    return this.bytes.readUIntBE(this.take(3), 3)
  }

  u32(): number {
    return this.bytes.readUInt32BE(this.take(4))
  }

  i32(): number {
    return this.bytes.readInt32BE(this.take(4))
  }

  /** Exact below 2^53. */
  u64(): number {
    return Number(this.bytes.readBigUInt64BE(this.take(8)))
  }

  f32(): number {
    return this.bytes.readFloatBE(this.take(4))
  }

  slice(length: number): Buffer {
    const from = this.take(length)
    return this.bytes.subarray(from, from + length)
  }

  protected take(length: number): number {
    const from = this.at
    if (from + length > this.bytes.length) {
      throw new BadReport(`byte ${from}: ${length} more are needed, ${this.left} are left`)
    }
    this.at = from + length
    return from
  }
}

/** The same with little-endian numbers of two and four bytes. */
export class LittleEndianCursor extends Cursor {
  override u16(): number {
    return this.bytes.readUInt16LE(this.take(2))
  }

  override i16(): number {
    return this.bytes.readInt16LE(this.take(2))
  }

  override u32(): number {
    return this.bytes.readUInt32LE(this.take(4))
  }

  override i32(): number {
    return this.bytes.readInt32LE(this.take(4))
  }
}
