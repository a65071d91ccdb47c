/**
 * Arrays in PostgreSQL's binary format, for statements that unnest thousands of values. The drivers would write each
 * element as quoted text for PostgreSQL to parse, which costs more than the work itself. Both drivers send a Buffer
 * unchanged; the statement gives the type: `${bigints(ids)}::bigint[]`.
 *
 * Source: PostgreSQL, `array_recv` in `src/backend/utils/adt/arrayfuncs.c`.
 */
type Values<T> = readonly (T | null | undefined)[]

export const bigints = (values: Values<number>) =>
  fixed(values, 20, 8, (buffer, value, at) => {
    // Below 2^53: the halves are exact, and faster than a BigInt.
    buffer.writeInt32BE(Math.floor(value / 2 ** 32), at)
    buffer.writeUInt32BE(value >>> 0, at + 4)
  })
export const integers = (values: Values<number>) =>
  fixed(values, 23, 4, (buffer, value, at) => buffer.writeInt32BE(value, at))
export const doubles = (values: Values<number>) =>
  fixed(values, 701, 8, (buffer, value, at) => buffer.writeDoubleBE(value, at))
export const reals = (values: Values<number>) =>
  fixed(values, 700, 4, (buffer, value, at) => buffer.writeFloatBE(value, at))
export const booleans = (values: Values<boolean>) =>
  fixed(values, 16, 1, (buffer, value, at) => buffer.writeUInt8(value ? 1 : 0, at))

export function texts(values: Values<string>): Buffer {
  let size = HEADER
  for (const value of values) size += 4 + (value ? Buffer.byteLength(value) : 0)
  const buffer = header(25, values.length, size)
  let at = HEADER
  for (const value of values) {
    if (value === null || value === undefined) {
      at = buffer.writeInt32BE(-1, at)
      continue
    }
    const length = buffer.write(value, at + 4)
    at = buffer.writeInt32BE(length, at) + length
  }
  return buffer
}

function fixed<T>(
  values: Values<T>,
  oid: number,
  bytes: number,
  write: (buffer: Buffer, value: T, at: number) => void,
): Buffer {
  const buffer = header(oid, values.length, HEADER + values.length * (4 + bytes))
  let at = HEADER
  for (const value of values) {
    if (value === null || value === undefined) {
      at = buffer.writeInt32BE(-1, at)
      continue
    }
    at = buffer.writeInt32BE(bytes, at)
    write(buffer, value, at)
    at += bytes
  }
  return buffer.subarray(0, at)
}

/** One dimension, nulls allowed, the element's type, how many, counted from 1. */
function header(oid: number, count: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(1, 4)
  buffer.writeInt32BE(oid, 8)
  buffer.writeInt32BE(count, 12)
  buffer.writeInt32BE(1, 16)
  return buffer
}

const HEADER = 20
