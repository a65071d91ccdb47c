/**
 * Holds back what is above a tracker's rate: its answer waits, and with it whatever the device sends next. Nothing
 * is refused or lost.
 */
export class TokenBucket {
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

/** The paces of trackers: each has one, over however many connections it comes, so connecting anew gains nothing. */
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
