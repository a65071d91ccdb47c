/**
 * Holds back what is above a connection's rate: its answer waits, and with it whatever the device sends next. Nothing
 * is refused or lost.
 */
export class Pace {
  #rate: number
  #burst: number
  #tokens: number
  #at = performance.now()

  /** @param rate a second on average; `burst` at once */
  constructor(rate: number, burst: number) {
    this.#rate = rate
    this.#burst = burst
    this.#tokens = burst
  }

  /** Takes `count` on credit. @returns milliseconds until the debt is paid off; mostly 0 */
  take(count: number): number {
    const now = performance.now()
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate) - count
    this.#at = now
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#rate) * 1000)
  }
}
