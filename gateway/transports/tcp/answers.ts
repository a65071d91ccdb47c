import type { Socket } from 'node:net'

/**
 * Queue of acknowledgements of one connection, in the order of the messages. Each is written after its message's
 * reports are committed; those of one commit leave in one write.
 */
export class Answers {
  #socket: Socket
  #waiting: Answer[] = []
  #scheduled = false

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** @param open reports that must be committed first */
  add(bytes: Buffer | null, open: number): Answer {
    const answer = { bytes, open }
    this.#waiting.push(answer)
    if (open === 0) this.#schedule()
    return answer
  }

  settle(answer: Answer): void {
    if (--answer.open === 0) this.#schedule()
  }

  get length(): number {
    return this.#waiting.length
  }

  /** Writes the acknowledgements at the head whose reports are committed. */
  flush(): void {
    const ready: Buffer[] = []
    let count = 0
    while (count < this.#waiting.length && this.#waiting[count]!.open === 0) {
      const { bytes } = this.#waiting[count++]!
      if (bytes && bytes.length > 0) ready.push(bytes)
    }
    this.#waiting.splice(0, count)
    if (ready.length > 0 && this.#socket.writable) {
      this.#socket.write(ready.length === 1 ? ready[0]! : Buffer.concat(ready))
    }
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      this.flush()
    })
  }
}

export type Answer = { bytes: Buffer | null; open: number }
