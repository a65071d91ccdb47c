/**
 * Stops reading from a connection while it is ahead of its rate, or while something else asks for it. What is above
 * the rate is read later, not lost.
 */
export class Pace {
  #connection: Readable
  #rate: number
  #burst: number
  #tokens: number
  #at = performance.now()
  #holds = 0
  #timer = false

  /** @param rate a second on average; `burst` at once */
  constructor(connection: Readable, rate: number, burst: number) {
    this.#connection = connection
    this.#rate = rate
    this.#burst = burst
    this.#tokens = burst
  }

  /** Counts what has been read, on credit: the debt is waited off before anything more is read. */
  took(count: number): void {
    this.#refill()
    this.#tokens -= count
    if (this.#tokens < 0 && !this.#timer) this.waitFor((resume) => this.#repay(resume))
  }

  /** Reads nothing until `resume` is called; several may wait at once. */
  waitFor(wait: (resume: () => void) => void): void {
    if (this.#holds++ === 0) this.#connection.pause()
    wait(() => {
      if (--this.#holds === 0) this.#connection.resume()
    })
  }

  #repay(resume: () => void): void {
    this.#timer = true
    setTimeout(
      () => {
        this.#timer = false
        this.#refill()
        if (this.#tokens < 0) this.#repay(resume)
        else resume()
      },
      Math.ceil((-this.#tokens / this.#rate) * 1000),
    )
  }

  #refill(): void {
    const now = performance.now()
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate)
    this.#at = now
  }
}

type Readable = { pause(): void; resume(): void }
