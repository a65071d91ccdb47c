import { Decoder } from './decoder.ts'
import type { Chunk } from './decoder.worker.ts'
import { bytesOf, type Values } from './values.ts'

/**
 * Columns of row groups that were decoded last, of all files. Files never change, so what is here stays right; a list
 * that is opened again, the next page of it, and the windows of an export need not decode it again.
 */
export class DecodedColumns {
  readonly #most: number
  readonly #columns = new Map<string, { values: Values; bytes: number }>()
  readonly #expected = new Map<string, Promise<Values | undefined>>()
  readonly #decoder = new Decoder()
  #bytes = 0

  /** @param most bytes that all of it may take, about */
  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Values | undefined {
    const column = this.#columns.get(key)
    if (!column) return undefined
    // The last one used is the last one to be dropped.
    this.#columns.delete(key)
    this.#columns.set(key, column)
    return column.values
  }

  /** Whether more may be prepared for now. */
  get hasRoom(): boolean {
    return !this.#decoder.is_busy
  }

  /**
   * Has columns decoded in another thread. Those of more than a quarter of what there may be are not: some would be
   * dropped before they are read.
   *
   * @param read gives the bytes that the chunks are in
   */
  prepare(chunks: readonly (Chunk & { key: string })[], read: () => Promise<ArrayBuffer>): void {
    const wanted = chunks.filter(({ key }) => !this.#expected.has(key) && !this.#columns.has(key))
    const bytes = wanted.reduce((sum, { rows }) => sum + 8 * rows, 0)
    if (bytes === 0 || bytes > this.#most / 4) return
    // Where it fails, the file is decoded by who reads it, who says what is wrong with it.
    const columns = read()
      .then((all) =>
        this.#decoder.decode(
          all,
          wanted.map(({ key, ...chunk }) => chunk),
        ),
      )
      .catch(() => [])
    for (const [i, { key }] of wanted.entries()) {
      const values = columns.then((decoded) => {
        this.#expected.delete(key)
        if (decoded[i]) this.set(key, decoded[i])
        return decoded[i] ?? undefined
      })
      this.#expected.set(key, values)
    }
  }

  /** A column that is being decoded, if it is. */
  expected(key: string): Promise<Values | undefined> | undefined {
    return this.#expected.get(key)
  }

  set(key: string, values: Values): void {
    const bytes = bytesOf(values)
    if (bytes > this.#most) return
    this.#bytes += bytes - (this.#columns.get(key)?.bytes ?? 0)
    this.#columns.delete(key)
    this.#columns.set(key, { values, bytes })
    for (const [oldest, column] of this.#columns) {
      if (this.#bytes <= this.#most) break
      this.#columns.delete(oldest)
      this.#bytes -= column.bytes
    }
  }
}
