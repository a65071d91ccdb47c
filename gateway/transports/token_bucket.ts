/** Allows `rate` a second on average and `burst` at once. */
export class TokenBucket {
  #rate: number
  #burst: number
  #tokens: number
  #at = performance.now()

  constructor(rate: number, burst: number) {
    this.#rate = rate
    this.#burst = burst
    this.#tokens = burst
  }

  /** Takes `count`, if need be on credit. @returns milliseconds to wait before anything more is taken */
  take(count: number): number {
    const now = performance.now()
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate) - count
    this.#at = now
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#rate) * 1000
  }
}
