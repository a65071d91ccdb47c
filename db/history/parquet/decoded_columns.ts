import { bytesOf, type Values } from './values.ts'

/**
 * Columns of row groups that were decoded last, of all files. Files never change, so what is here stays right; a list
 * that is opened again, the next page of it, and the windows of an export need not decode it again.
 */
export class DecodedColumns {
  readonly #most: number
  readonly #columns = new Map<string, { values: Values; bytes: number }>()
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
