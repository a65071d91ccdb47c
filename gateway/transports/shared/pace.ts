/**
 * Holds back what is above a tracker's rate: its answer waits, and with it whatever the device sends next. Nothing
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

/** The paces of trackers: each has one, over however many connections it comes, so connecting anew gains nothing. */
export class Paces {
  #limits: { rate: number; burst: number }
  #known = new Map<number, Pace>()

  constructor(limits: { rate: number; burst: number }) {
    this.#limits = limits
  }

  of(tracker_id: number): Pace {
    let pace = this.#known.get(tracker_id)
    if (!pace) {
      if (this.#known.size >= MOST_KNOWN) this.#known.clear()
      pace = new Pace(this.#limits.rate, this.#limits.burst)
      this.#known.set(tracker_id, pace)
    }
    return pace
  }
}

const MOST_KNOWN = 100_000
