/**
 * What was read from a connection and is not consumed. A chunk is used as it is; only where a frame goes on in the next
 * chunk are the two put together. Room is doubled, so a stream of single bytes costs no more than its length, and no
 * byte is overwritten, so views of it stay what they were.
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
    // An idle connection holds no memory.
    if (this.#start >= this.#end) {
      this.#buffer = NOTHING
      this.#start = this.#end = this.#room = 0
    }
  }

  /** Bytes behind the end that are this connection's own. */
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
