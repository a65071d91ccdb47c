import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { cellsOf } from './cells.ts'
import { PIECE } from './match.ts'
import { MISSING, type Roads } from './ways.ts'

/*
 * A file of roads by cell, of which only what is driven on is read: a header of 16 bytes, then the sorted numbers of the
 * cells and where the pieces of each end, then the pieces of all cells in that order (`match.ts`). All are 32-bit numbers
 * of this machine; the file is made again from the extract, never carried elsewhere.
 */
const MAGIC = 0x52_44_30_31
const HEADER = 16

/** Writes the file whole, or not at all. */
export async function writeRoadFile(path: string, roads: Roads, source: Source): Promise<void> {
  const counts = new Map<number, number>()
  for (const [, , , , , , cells] of piecesOf(roads)) {
    for (const [cell] of cells()) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const cells = Uint32Array.from(counts.keys()).sort()
  const ends = new Uint32Array(cells.length)
  const next = new Map<number, number>()
  let total = 0
  for (const [i, cell] of cells.entries()) {
    next.set(cell, total)
    total += counts.get(cell)!
    ends[i] = total
  }
  const pieces = new Int32Array(total * PIECE)
  for (const [a_lon, a_lat, b_lon, b_lat, forward, backward, touched] of piecesOf(roads)) {
    for (const [cell, shift] of touched()) {
      const at = next.get(cell)!
      next.set(cell, at + 1)
      pieces.set([a_lon + shift, a_lat, b_lon + shift, b_lat, forward, backward], at * PIECE)
    }
  }
  const made = `${path}.${process.pid}.tmp`
  try {
    const file = await open(made, 'w')
    try {
      const header = Uint32Array.of(MAGIC, cells.length, source.size % 2 ** 32, source.modified_s)
      for (const part of [header, cells, ends, pieces]) await file.appendFile(new Uint8Array(part.buffer))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(made, path)
  } catch (error) {
    await rm(made, { force: true })
    throw error
  }
}

/** Two points of a way after another, its limits, and the cells from which it is near. */
function* piecesOf({ points, ends, forward, backward, lons, lats }: Roads): Generator<PieceOfRoad> {
  let begin = 0
  for (const [way, end] of ends.entries()) {
    for (let i = begin + 1; i < end; i++) {
      const [a, b] = [points[i - 1]!, points[i]!]
      if (lons[a] === MISSING || lons[b] === MISSING || a === b) continue
      const [a_lon, a_lat, b_lat] = [lons[a]!, lats[a]!, lats[b]!]
      let b_lon = lons[b]!
      if (b_lon - a_lon > 1_800_000_000) b_lon -= 3_600_000_000
      else if (a_lon - b_lon > 1_800_000_000) b_lon += 3_600_000_000
      yield [a_lon, a_lat, b_lon, b_lat, forward[way]!, backward[way]!, () => cellsOf(a_lon, a_lat, b_lon, b_lat)]
    }
    begin = end
  }
}

/** Reads a file of roads cell by cell; the cells read last are kept, up to `CACHED_BYTES`. */
export class RoadFile {
  readonly #file: FileHandle
  readonly #cells: Uint32Array
  readonly #ends: Uint32Array
  readonly #source: Source
  readonly #kept = new Map<number, Int32Array>()
  #bytes = 0

  private constructor(file: FileHandle, cells: Uint32Array, ends: Uint32Array, source: Source) {
    this.#file = file
    this.#cells = cells
    this.#ends = ends
    this.#source = source
  }

  /** @returns null where the file is missing, or has the format of another release */
  static async open(path: string): Promise<RoadFile | null> {
    const file = await open(path, 'r').catch(() => null)
    if (!file) return null
    const [magic, count = 0, size = 0, modified_s = 0] = new Uint32Array(await bytesOf(file, 0, HEADER))
    if (magic !== MAGIC) {
      await file.close()
      return null
    }
    const cells = new Uint32Array(await bytesOf(file, HEADER, count * 4))
    const ends = new Uint32Array(await bytesOf(file, HEADER + count * 4, count * 4))
    return new RoadFile(file, cells, ends, { size, modified_s })
  }

  /** Whether it was made from this version of an extract. */
  isOf({ size, modified_s }: Source): boolean {
    return this.#source.size === size % 2 ** 32 && this.#source.modified_s === modified_s
  }

  /** The pieces of road that are near from somewhere in a cell. */
  async piecesOf(cell: number): Promise<Int32Array> {
    const kept = this.#kept.get(cell)
    if (kept) {
      this.#kept.delete(cell)
      this.#kept.set(cell, kept)
      return kept
    }
    const i = positionOf(this.#cells, cell)
    const begin = i > 0 ? this.#ends[i - 1]! : 0
    const length = i < 0 ? 0 : this.#ends[i]! - begin
    const offset = HEADER + this.#cells.length * 8 + begin * PIECE * 4
    const pieces = length > 0 ? new Int32Array(await bytesOf(this.#file, offset, length * PIECE * 4)) : none
    if (!this.#kept.has(cell)) this.#keep(cell, pieces)
    return pieces
  }

  #keep(cell: number, pieces: Int32Array): void {
    this.#kept.set(cell, pieces)
    this.#bytes += pieces.byteLength + ENTRY
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= CACHED_BYTES) break
      this.#kept.delete(oldest)
      this.#bytes -= byteLength + ENTRY
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

async function bytesOf(file: FileHandle, position: number, length: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.buffer
}

/** A binary search for a cell. @returns its position, or -1 */
function positionOf(cells: Uint32Array, cell: number): number {
  let [low, high] = [0, cells.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (cells[middle] === cell) return middle
    if (cells[middle]! < cell) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const none = new Int32Array(0)
/** What a kept cell costs besides its pieces. */
const ENTRY = 128
const CACHED_BYTES = 64 * 1024 * 1024

type PieceOfRoad = [number, number, number, number, number, number, () => Generator<[number, number]>]
/** Of the extract: its size in bytes and when it was changed, in seconds since 1970. */
export type Source = { size: number; modified_s: number }
