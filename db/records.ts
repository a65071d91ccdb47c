/**
 * An array of a composite type in PostgreSQL's binary format, for a statement that writes thousands of rows:
 * `unnest($1::judged_report[])`. PostgreSQL receives every value in its column's own type, which costs it and this
 * process less than an array for each column, or numbers that it has to convert.
 *
 * Fields are written in the order of the type's columns, each row between `begin` and the next. Null, undefined and NaN
 * are written as null.
 *
 * Source: PostgreSQL, `array_recv` in `src/backend/utils/adt/arrayfuncs.c`, `record_recv` in `rowtypes.c`.
 */
export class RecordArray {
  #fields: number
  #bytes: Buffer
  #view: DataView
  #at = HEADER
  #row_at = 0
  #rows = 0

  /** @param rows about how many rows follow */
  constructor(fields: number, rows: number) {
    this.#fields = fields
    this.#bytes = Buffer.allocUnsafeSlow(HEADER + rows * fields * 14)
    this.#view = viewOf(this.#bytes)
  }

  /** Begins a row. */
  begin(): void {
    this.#endRow()
    this.#ensure(8 + this.#fields * LONGEST_FIXED)
    this.#rows++
    this.#row_at = this.#at
    this.#view.setInt32(this.#at + 4, this.#fields)
    this.#at += 8
  }

  /** @param value below 2^53 */
  bigint(value: Value<number>): void {
    if (isMissing(value)) this.#null(types.bigint)
    else this.#long(types.bigint, value)
  }

  integer(value: Value<number>): void {
    if (isMissing(value)) {
      this.#null(types.integer)
      return
    }
    this.#field(types.integer, 4)
    this.#view.setInt32(this.#at, value)
    this.#at += 4
  }

  /** @throws {RangeError} with PostgreSQL's code for a number that is too large */
  real(value: Value<number>): void {
    if (isMissing(value)) {
      this.#null(types.real)
      return
    }
    if (!(Math.abs(value) <= LARGEST_REAL)) {
      throw Object.assign(new RangeError(`"${value}" is out of range for type real`), { code: '22003' })
    }
    this.#field(types.real, 4)
    this.#view.setFloat32(this.#at, value)
    this.#at += 4
  }

  boolean(value: Value<boolean>): void {
    if (value === null || value === undefined) {
      this.#null(types.boolean)
      return
    }
    this.#field(types.boolean, 1)
    this.#bytes[this.#at++] = value ? 1 : 0
  }

  /** @param ms milliseconds since 1970; rounded as by `to_timestamp(ms / 1000)` */
  timestamp(ms: Value<number>): void {
    if (isMissing(ms)) this.#null(types.timestamptz)
    else this.#long(types.timestamptz, microseconds(ms))
  }

  /** A transaction id, such as `xmin`. */
  xid(value: Value<number>): void {
    if (isMissing(value)) {
      this.#null(types.xid)
      return
    }
    this.#field(types.xid, 4)
    this.#view.setUint32(this.#at, value)
    this.#at += 4
  }

  text(value: Value<string>): void {
    if (value === null || value === undefined) this.#null(types.text)
    else this.#string(types.text, value, false)
  }

  jsonb(value: Value<object>): void {
    if (value === null || value === undefined) this.#null(types.jsonb)
    else this.#string(types.jsonb, JSON.stringify(value), true)
  }

  /** A PostGIS point in WGS 84 as EWKB; null without both coordinates. */
  point(lon: Value<number>, lat: Value<number>): void {
    if (isMissing(lon) || isMissing(lat)) {
      this.#null(USER_TYPE)
      return
    }
    this.#field(USER_TYPE, 25)
    this.#bytes[this.#at] = 0 // big endian
    this.#view.setUint32(this.#at + 1, 0x2000_0001) // a point, with a SRID
    this.#view.setUint32(this.#at + 5, 4326)
    this.#view.setFloat64(this.#at + 9, lon)
    this.#view.setFloat64(this.#at + 17, lat)
    this.#at += 25
  }

  /** The array. Nothing may be added afterwards. */
  bytes(): Buffer {
    this.#endRow()
    this.#view.setInt32(0, 1) // dimensions
    this.#view.setInt32(4, 0) // no null among the rows
    this.#view.setInt32(8, USER_TYPE)
    this.#view.setInt32(12, this.#rows)
    this.#view.setInt32(16, 1) // counted from 1
    return this.#bytes.subarray(0, this.#at)
  }

  #endRow(): void {
    if (this.#row_at > 0) this.#view.setInt32(this.#row_at, this.#at - this.#row_at - 4)
  }

  #null(type: number): void {
    this.#field(type, -1)
  }

  #field(type: number, length: number): void {
    this.#view.setInt32(this.#at, type)
    this.#view.setInt32(this.#at + 4, length)
    this.#at += 8
  }

  #long(type: number, value: number): void {
    this.#field(type, 8)
    // Below 2^53: the halves are exact, and faster than a BigInt.
    this.#view.setInt32(this.#at, Math.floor(value / 2 ** 32))
    this.#view.setUint32(this.#at + 4, value >>> 0)
    this.#at += 8
  }

  #string(type: number, value: string, has_version: boolean): void {
    // UTF-8 takes up to three bytes for a unit of UTF-16. What follows in the row was ensured by `begin`.
    this.#ensure(9 + 3 * value.length + this.#fields * LONGEST_FIXED)
    const at = this.#at
    this.#at += 8
    if (has_version) this.#bytes[this.#at++] = 1
    this.#at += this.#bytes.write(value, this.#at)
    this.#view.setInt32(at, type)
    this.#view.setInt32(at + 4, this.#at - at - 8)
  }

  #ensure(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length + more)
    this.#bytes.copy(grown, 0, 0, this.#at)
    this.#bytes = grown
    this.#view = viewOf(grown)
  }
}

/** Microseconds since 2000, by the operations of `float8_timestamptz`, so that a report sent again has the same time. */
function microseconds(ms: number): number {
  const us = (ms / 1000 - 946_684_800) * 1e6
  const rounded = Math.round(us)
  return rounded - us === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded // C rounds halves to even
}

const isMissing = (value: Value<number>): value is null | undefined =>
  value === null || value === undefined || Number.isNaN(value)

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length)

/** Object ids of built-in types, which PostgreSQL checks. */
const types = { boolean: 16, bigint: 20, integer: 23, text: 25, xid: 28, real: 700, timestamptz: 1184, jsonb: 3802 }
/** In place of the id of a type that is not built in, which is not checked. */
const USER_TYPE = 0

const HEADER = 20
/** A point, with its type and length. */
const LONGEST_FIXED = 33
const LARGEST_REAL = 3.4028234663852886e38

type Value<T> = T | null | undefined
