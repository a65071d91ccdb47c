/**
 * The values of a sensor in a period, thinned out while they are added in the order of time: of each bucket the least
 * and the greatest value stay, so that no peak is lost. Its memory does not grow with the number of values.
 */
export class Series {
  readonly #from: number
  readonly #width: number
  readonly #buckets = new Map<number, Bucket>()
  /** How often values followed each other after 2^n milliseconds. */
  readonly #pauses = new Array<number>(48).fill(0)
  #last: number | null = null
  #count = 0

  /** @param most points of the series, besides those that mark gaps; times are milliseconds since 1970 */
  constructor({ from, until, most }: Period) {
    this.#from = from
    this.#width = Math.max((until - from) / Math.max(Math.floor(most / 2), 1), 1)
  }

  add(at: number, value: number): void {
    if (this.#last !== null) this.#pauses[Math.min(Math.floor(Math.log2(at - this.#last + 1)), 47)]!++
    this.#last = at
    this.#count++
    const index = Math.floor((at - this.#from) / this.#width)
    const bucket = this.#buckets.get(index)
    if (!bucket) this.#buckets.set(index, { first: at, last: at, least: [at, value], greatest: [at, value] })
    else {
      bucket.last = at
      if (value < bucket.least[1]) bucket.least = [at, value]
      if (value > bucket.greatest[1]) bucket.greatest = [at, value]
    }
  }

  /** The points in the order of time, with one of null where values are missing for longer than usual. */
  finish(): Thinned {
    const points: Thinned['points'] = []
    const longest = this.#longestPause()
    let before: Bucket | null = null
    let minimum: number | null = null
    let maximum: number | null = null
    for (const bucket of this.#buckets.values()) {
      if (before && bucket.first - before.last > longest) points.push([before.last + 1, null])
      const [a, b] =
        bucket.least[0] <= bucket.greatest[0] ? [bucket.least, bucket.greatest] : [bucket.greatest, bucket.least]
      points.push(a)
      if (a[0] !== b[0]) points.push(b)
      minimum = Math.min(minimum ?? bucket.least[1], bucket.least[1])
      maximum = Math.max(maximum ?? bucket.greatest[1], bucket.greatest[1])
      before = bucket
    }
    return { points, count: this.#count, minimum, maximum }
  }

  /** Six usual pauses, and an hour and five minutes at least: a parked device often reports once an hour. */
  #longestPause(): number {
    let left = Math.floor(this.#pauses.reduce((sum, count) => sum + count, 0) / 2)
    const usual = this.#pauses.findIndex((count) => {
      left -= count
      return left < 0
    })
    return Math.max(65 * 60_000, usual === -1 ? 0 : 6 * 2 ** (usual + 1))
  }
}

type Bucket = { first: number; last: number; least: [number, number]; greatest: [number, number] }
export type Period = { from: number; until: number; most: number }
export type Thinned = {
  points: [at: number, value: number | null][]
  /** Values before they were thinned out. */
  count: number
  minimum: number | null
  maximum: number | null
}
