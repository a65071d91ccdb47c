/** Work that never overlaps: what comes while other work runs waits for its end. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const own = this.#last.then(work)
    this.#last = own.catch(() => {})
    return own
  }
}
