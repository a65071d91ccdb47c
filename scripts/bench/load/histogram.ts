/** Counts durations in steps of 2 %, from a microsecond up: percentiles of millions of values in a fixed array. */
export class Histogram {
  #counts = new Uint32Array(STEPS)
  #total = 0

  add(ms: number): void {
    const step = ms > 0.001 ? Math.round(Math.log(ms * 1000) / LOG_STEP) : 0
    this.#counts[step < STEPS ? step : STEPS - 1]!++
    this.#total++
  }

  get total(): number {
    return this.#total
  }

  /** @returns milliseconds */
  percentile(share: number): number {
    let left = Math.max(1, Math.ceil(this.#total * share))
    for (let step = 0; step < STEPS; step++) {
      left -= this.#counts[step]!
      if (left <= 0) return Math.exp(step * LOG_STEP) / 1000
    }
    return Number.NaN
  }
}

const LOG_STEP = Math.log(1.02)
const STEPS = 1024 // up to ten minutes
