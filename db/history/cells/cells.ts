import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * Where the trackers of a file were: the cells of a grid that each has touched, those of the straight ways between its
 * reports among them. Who asks about an area opens only the files in which a tracker came near it.
 *
 * As base64 of zstd of variable-length integers: for each tracker, in order of their ids, how much its id is greater than
 * the one before, how many cells it has, and how much the number of each is greater than the one before.
 */
export class CellCollector {
  readonly #numbers: number[] = []
  #cells = new Set<number>()
  #tracker_id = 0
  #before = 0
  #last: Place | null = null

  /** @param place of a tracker; those of a tracker come one after another, in the order of their times */
  add(tracker_id: number, { fix_at, longitude, latitude }: MaybePlace): void {
    if (tracker_id !== this.#tracker_id) this.#close(tracker_id)
    if (longitude === null || latitude === null) return
    const place = { fix_at, longitude, latitude }
    if (this.#last) this.#addWay(this.#last, place)
    this.#cells.add(cellAt(longitude, latitude))
    this.#last = place
  }

  finish(): string {
    this.#close(0)
    return zstdCompressSync(bytesOf(this.#numbers)).toString('base64')
  }

  #addWay(from: Place, to: Place): void {
    if (!isWay(from, to)) return
    const steps = Math.ceil(
      Math.max(Math.abs(to.longitude - from.longitude), Math.abs(to.latitude - from.latitude)) / (CELL / 4),
    )
    for (let i = 1; i < steps; i++) {
      const share = i / steps
      this.#cells.add(
        cellAt(
          from.longitude + share * (to.longitude - from.longitude),
          from.latitude + share * (to.latitude - from.latitude),
        ),
      )
    }
  }

  #close(next: number): void {
    if (this.#cells.size > 0) {
      this.#numbers.push(this.#tracker_id - this.#before, this.#cells.size)
      let last = 0
      for (const cell of Float64Array.from(this.#cells).sort()) {
        this.#numbers.push(cell - last)
        last = cell
      }
      this.#before = this.#tracker_id
    }
    this.#cells = new Set()
    this.#tracker_id = next
    this.#last = null
  }
}

/**
 * Whether the straight way between two reports is taken for the one that was driven: they are minutes and kilometres
 * apart, on the same side of the 180th meridian.
 */
export function isWay(from: Place, to: Place): boolean {
  return (
    to.fix_at - from.fix_at <= WAY_MICROS &&
    Math.abs(to.longitude - from.longitude) <= WAY_DEGREES &&
    Math.abs(to.latitude - from.latitude) <= WAY_DEGREES
  )
}

/**
 * The trackers that touched a cell of one of the boxes.
 *
 * @param text of a `CellCollector`
 * @param boxes degrees; west is not greater than east
 */
export function trackersNear(text: string, boxes: readonly Box[]): number[] {
  const bytes = zstdDecompressSync(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES })
  const ranges = boxes.map(({ west, south, east, north }) => {
    return {
      first_row: rowOf(south - EDGE),
      last_row: rowOf(north + EDGE),
      first_column: columnOf(west - EDGE),
      last_column: columnOf(east + EDGE),
    }
  })
  const found: number[] = []
  let at = 0
  const next = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  for (let tracker_id = 0; at < bytes.length; ) {
    tracker_id += next()
    let is_near = false
    let cell = 0
    for (let left = next(); left > 0; left--) {
      cell += next()
      if (is_near) continue
      const row = Math.floor(cell / COLUMNS)
      const column = cell % COLUMNS
      is_near = ranges.some(
        (range) =>
          row >= range.first_row &&
          row <= range.last_row &&
          column >= range.first_column &&
          column <= range.last_column,
      )
    }
    if (is_near) found.push(tracker_id)
  }
  return found
}

function bytesOf(numbers: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const number of numbers) {
    let left = number
    while (left >= 128) {
      bytes.push((left % 128) + 128)
      left = Math.floor(left / 128)
    }
    bytes.push(left)
  }
  return Buffer.from(bytes)
}

const cellAt = (longitude: number, latitude: number) => rowOf(latitude) * COLUMNS + columnOf(longitude)
const rowOf = (latitude: number) => Math.max(0, Math.floor((latitude + 90) / CELL))
const columnOf = (longitude: number) => Math.min(COLUMNS - 1, Math.max(0, Math.floor((longitude + 180) / CELL)))

/** Degrees: a kilometre from north to south. */
const CELL = 0.01
const COLUMNS = 36_000
/** Of a file, unpacked: millions of cells. */
const MOST_BYTES = 64 * 1024 * 1024
/** Degrees, so that a report on the edge of a box is near it however it was rounded. */
const EDGE = 1e-6
const WAY_MICROS = 300_000_000
const WAY_DEGREES = 0.1

type MaybePlace = { fix_at: number; longitude: number | null; latitude: number | null }
/** A fix: microseconds since 1970, degrees. */
export type Place = { fix_at: number; longitude: number; latitude: number }
export type Box = { west: number; south: number; east: number; north: number }
