import { parquetHeader } from 'hyparquet/src/column.js'
import type { Column } from '../event.ts'
import { columns, compressors } from './format.ts'

/**
 * Decodes a column of numbers of a row group. The library makes a `bigint` of each integer, and calls a function for each
 * byte of the others, which takes several times as long.
 *
 * @param bytes of its pages
 * @returns null where a page has nulls or is encoded otherwise: then the library decodes the column
 * @throws {Error} where the bytes are not those of such a column
 */
export function decodeNumbers(name: Column, bytes: Uint8Array, rows: number): Float64Array | null {
  const { encoding } = columns[name]
  const numbers = new Float64Array(rows)
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
  for (let filled = 0; filled < rows; ) {
    const { data_page_header_v2: page, compressed_page_size, uncompressed_page_size } = parquetHeader(reader)
    if (!page || page.num_nulls > 0 || page.encoding !== encoding || page.num_values > rows - filled) return null
    const levels = page.definition_levels_byte_length + page.repetition_levels_byte_length
    const body = bytes.subarray(reader.offset + levels, reader.offset + compressed_page_size)
    const size = uncompressed_page_size - levels
    const data = page.is_compressed === false ? body : compressors.ZSTD(body, size)
    if (data.length !== size) throw new Error(`a page has ${data.length} bytes instead of ${size}`)
    const into = numbers.subarray(filled, filled + page.num_values)
    const is_decoded = encoding === 'DELTA_BINARY_PACKED' ? addDeltas(data, into) : joinBytes(name, data, into)
    if (!is_decoded) return null
    filled += page.num_values
    reader.offset += compressed_page_size
  }
  return numbers
}

/** Whether `decodeNumbers` may decode a column. */
export const isOfNumbers = (name: Column): boolean => {
  const { kind, encoding } = columns[name]
  return encoding === 'DELTA_BINARY_PACKED' || (encoding === 'BYTE_STREAM_SPLIT' && kind !== 'real')
}

/** Reads the first bytes of all numbers, then the second ones (BYTE_STREAM_SPLIT): of doubles, or of integers of 64 bits. */
function joinBytes(name: Column, data: Uint8Array, into: Float64Array): boolean {
  const count = into.length
  if (data.length !== 8 * count) throw new Error(`${count} numbers have ${data.length} bytes`)
  const halves = new Uint32Array(into.buffer, into.byteOffset, 2 * count)
  for (let i = 0; i < count; i++) {
    halves[2 * i] = joinAt(data, i, count)
    halves[2 * i + 1] = joinAt(data, 4 * count + i, count)
  }
  if (columns[name].kind !== 'double') integersOf(into)
  return true
}

const joinAt = (data: Uint8Array, at: number, step: number) =>
  data[at]! | (data[at + step]! << 8) | (data[at + 2 * step]! << 16) | (data[at + 3 * step]! << 24)

/** Turns integers of 64 bits into numbers, in place, without a `bigint` for each: all are below 2^53. */
export function integersOf(into: Float64Array): void {
  const low = new Uint32Array(into.buffer, into.byteOffset, 2 * into.length)
  const high = new Int32Array(into.buffer, into.byteOffset, 2 * into.length)
  for (let i = 0; i < into.length; i++) into[i] = high[2 * i + 1]! * 2 ** 32 + low[2 * i]!
}

/**
 * Adds up what each integer is greater than the one before: by less the least difference of its block, in as many bits as
 * its miniblock needs (DELTA_BINARY_PACKED).
 *
 * @returns whether all were below 2^53
 */
function addDeltas(data: Uint8Array, into: Float64Array): boolean {
  // So that eight bytes can be read at any bit.
  const padded = new Uint8Array(data.length + 8)
  padded.set(data)
  const view = new DataView(padded.buffer)
  let at = 0
  const next = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = data[at++]
      if (byte === undefined) throw new Error('a page ends within a number')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const nextSigned = () => {
    const value = next()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  const [block, miniblocks] = [next(), next()]
  const per_miniblock = block / miniblocks
  if (next() !== into.length || !Number.isInteger(per_miniblock)) throw new Error('a page has another number of values')
  let value = nextSigned()
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  into[0] = value
  for (let i = 1; i < into.length; ) {
    const least = nextSigned()
    const widths = data.subarray(at, at + miniblocks)
    at += miniblocks
    for (let k = 0; k < miniblocks && i < into.length; k++) {
      const width = widths[k]!
      if (width > MOST_BITS) return false
      const end = Math.min(i + per_miniblock, into.length)
      for (let bit = 8 * at; i < end; i++, bit += width) {
        value += least + bitsAt(view, bit, width)
        into[i] = value
      }
      at += (per_miniblock * width) / 8
    }
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  }
  return true
}

function bitsAt(view: DataView, bit: number, width: number): number {
  const at = bit >>> 3
  const shift = bit & 7
  const low = view.getUint32(at, true)
  const above = shift + width - 32
  if (above <= 0) return width === 32 ? low : (low >>> shift) & ((1 << width) - 1)
  const high = view.getUint32(at + 4, true) & ((1 << above) - 1)
  return Math.floor((low + high * 2 ** 32) / (1 << shift))
}

/** Of a difference that is read exactly, at any bit of its first byte. */
const MOST_BITS = 45
