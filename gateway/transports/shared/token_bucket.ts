/**
 * Rate limiter of one tracker (token bucket). Reports over the rate are delayed, which delays the device's next ones
 * (backpressure); nothing is refused or lost.
 */
export class TokenBucket {
  #rate: number
  #burst: number
  #tokens: number
  #at = performance.now()

  /** @param rate tokens a second; `burst` is the capacity */
  constructor(rate: number, burst: number) {
    this.#rate = rate
    this.#burst = burst
    this.#tokens = burst
  }

  /**
   * Takes `count` tokens, into debt if necessary. @returns the delay in milliseconds until the debt is paid; mostly 0
   */
  take(count: number): number {
    const now = performance.now()
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#rate) - count
    this.#at = now
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#rate) * 1000)
  }
}

/** One bucket per tracker, shared by all its connections, so reconnecting does not reset it. */
export class TokenBuckets {
  #limits: { rate: number; burst: number }
  #buckets = new Map<number, TokenBucket>()

  constructor(limits: { rate: number; burst: number }) {
    this.#limits = limits
  }

  of(tracker_id: number): TokenBucket {
    let bucket = this.#buckets.get(tracker_id)
    if (!bucket) {
      if (this.#buckets.size >= MAX_BUCKETS) this.#buckets.clear()
      bucket = new TokenBucket(this.#limits.rate, this.#limits.burst)
      this.#buckets.set(tracker_id, bucket)
    }
    return bucket
  }
}

const MAX_BUCKETS = 100_000
