/** Times of trackers in which no place of theirs is shown. */
export class HiddenTimes {
  /** By tracker, in the order of their begin. */
  readonly #spans = new Map<number, HiddenSpan[]>()

  constructor(spans: readonly HiddenSpan[] = []) {
    for (const span of spans.toSorted((a, b) => a.from - b.from || a.until - b.until)) {
      const own = this.#spans.get(span.tracker_id) ?? []
      const last = own.at(-1)
      if (!last || span.from > last.until) own.push({ ...span })
      else last.until = Math.max(last.until, span.until)
      this.#spans.set(span.tracker_id, own)
    }
  }

  get isEmpty(): boolean {
    return this.#spans.size === 0
  }

  /** Whether a moment is in one of a tracker's times; their ends belong to them. */
  has(tracker_id: number, at: number): boolean {
    const spans = this.#spans.get(tracker_id)
    if (!spans) return false
    // The last that has begun is the only one that may continue.
    let [low, high] = [0, spans.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (spans[middle]!.from <= at) low = middle + 1
      else high = middle
    }
    return low > 0 && spans[low - 1]!.until >= at
  }

  /** Whether a file may hold reports of such times. */
  isWithin({ first_tracker_id, last_tracker_id, first_fix_at, last_fix_at }: Extent): boolean {
    for (const [tracker_id, spans] of this.#spans) {
      if (tracker_id < first_tracker_id || tracker_id > last_tracker_id) continue
      if (spans.some(({ from, until }) => from <= last_fix_at && until >= first_fix_at)) return true
    }
    return false
  }
}

type Extent = { first_tracker_id: number; last_tracker_id: number; first_fix_at: number; last_fix_at: number }
/** Microseconds since 1970, both inclusive. */
export type HiddenSpan = { tracker_id: number; from: number; until: number }
