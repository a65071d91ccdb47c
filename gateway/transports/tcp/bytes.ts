/**
 * Receive buffer of a connection. A chunk is used without copying unless a frame spans two chunks. Capacity doubles, so
 * a stream of single bytes costs linear time; bytes are never overwritten, so views stay valid.
 */
export class Bytes {
  #buffer: Buffer = NOTHING
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  get view(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  push(chunk: Buffer): void {
    if (this.length === 0) {
      this.#buffer = chunk
      this.#start = 0
      this.#end = chunk.length
      this.#room = 0
      return
    }
    if (chunk.length > this.#room) this.#grow(chunk.length)
    chunk.copy(this.#buffer, this.#end)
    this.#end += chunk.length
    this.#room -= chunk.length
  }

  consume(count: number): void {
    this.#start += count
    // Frees the memory of an idle connection.
    if (this.#start >= this.#end) {
      this.#buffer = NOTHING
      this.#start = this.#end = this.#room = 0
    }
  }

  /** Free capacity after the end in a buffer that this connection owns. */
  #room = 0

  #grow(more: number): void {
    const length = this.length
    const grown = Buffer.allocUnsafeSlow(Math.max(256, 2 * (length + more)))
    this.#buffer.copy(grown, 0, this.#start, this.#end)
    this.#buffer = grown
    this.#start = 0
    this.#end = length
    this.#room = grown.length - length
  }
}

const NOTHING = Buffer.alloc(0)
