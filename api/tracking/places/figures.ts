/** What the stops of a place say. All numbers are of arrivals by the organisation's clocks. */
export function figuresOf(stops: readonly PlaceStop[], weeks: number): PlaceFigures {
  const trackers = new Map<number, number>()
  for (const { tracker_id } of stops) trackers.set(tracker_id, (trackers.get(tracker_id) ?? 0) + 1)
  const seconds = stops.map((stop) => stop.seconds).sort((a, b) => a - b)
  const begins = stops.map(({ began }) => began)
  const figures = {
    stops: stops.length,
    tracker_ids: [...trackers].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id),
    per_week: stops.length / weeks,
    median_s: quantile(seconds, 0.5),
    total_s: seconds.reduce((sum, each) => sum + each, 0),
    first_at: Math.min(...begins),
    last_at: Math.max(...begins),
    hours: usualHours(stops.map(({ local }) => hourOf(local))),
    weekdays: usualDays(stops.map(({ local }) => dayOf(local))),
  }
  return { ...figures, guess: guessOf(stops, figures.tracker_ids.length, seconds) }
}

/** Local days on which there were stops. */
export const daysOf = (stops: readonly PlaceStop[]) => new Set(stops.map(({ local }) => Math.floor(local / DAY_S))).size

/** What a place may be, where the numbers are clear; people decide. */
function guessOf(stops: readonly PlaceStop[], trackers: number, seconds: readonly number[]): Guess | null {
  const median = quantile(seconds, 0.5)
  const shareOf = (is: (stop: PlaceStop) => boolean) => stops.filter(is).length / stops.length
  const nights = shareOf(isOverNight)
  const works = shareOf(({ local }) => dayOf(local) <= 5 && hourOf(local) >= 6 && hourOf(local) < 18)
  if (nights >= 0.5 && median >= 4 * HOUR_S)
    return trackers >= 3 ? 'depot' : nights >= 0.7 && trackers === 1 ? 'home' : null
  if (nights >= 0.2) return null
  // Also of others who stand as long: what the numbers cannot tell apart has no guess.
  if (trackers >= 3 && median <= 10 * MINUTE_S && quantile(seconds, 0.9) <= 15 * MINUTE_S) return 'fuel'
  if (works >= 0.8 && median >= 4 * HOUR_S) return 'work'
  if (works >= 0.8 && median >= 5 * MINUTE_S && median < 3 * HOUR_S) return 'customer'
  return null
}

/** Whether it stood there at three in the morning. */
function isOverNight({ local, seconds }: PlaceStop): boolean {
  const since_three = (((local - 3 * HOUR_S) % DAY_S) + DAY_S) % DAY_S
  return since_three === 0 || since_three + seconds >= DAY_S
}

/** The fewest hours in a row, over midnight too, with four fifths of the arrivals; null where they are more than half a day. */
export function usualHours(hours: readonly number[]): [number, number] | null {
  const counts = Array.from({ length: 24 }, () => 0)
  for (const hour of hours) counts[hour]!++
  const wanted = Math.ceil(hours.length * 0.8)
  for (let length = 1; length <= 12; length++) {
    let [best, from] = [0, 0]
    for (let hour = 0; hour < 24; hour++) {
      let sum = 0
      for (let i = 0; i < length; i++) sum += counts[(hour + i) % 24]!
      if (sum > best) [best, from] = [sum, hour]
    }
    if (best >= wanted) return [from, (from + length) % 24]
  }
  return null
}

/** Days with at least a third of what the busiest has: 1 is Monday. */
function usualDays(days: readonly number[]): number[] {
  const counts = Array.from({ length: 8 }, () => 0)
  for (const day of days) counts[day]!++
  const most = Math.max(...counts)
  return counts.flatMap((count, day) => (count > 0 && 3 * count >= most ? [day] : []))
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1]!
const hourOf = (local: number) => Math.floor(local / HOUR_S) - 24 * Math.floor(local / DAY_S)
/** The first of January 1970 was a Thursday. */
const dayOf = (local: number) => ((((Math.floor(local / DAY_S) + 3) % 7) + 7) % 7) + 1

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

export const guesses = ['home', 'depot', 'work', 'customer', 'fuel'] as const
export type Guess = (typeof guesses)[number]

/** @property local the begin as clocks showed it, in seconds since 1970 as if they were those of UTC */
export type PlaceStop = { tracker_id: number; began: number; local: number; seconds: number }
export type PlaceFigures = {
  stops: number
  /** Those with most stops first. */
  tracker_ids: number[]
  per_week: number
  median_s: number
  total_s: number
  first_at: number
  last_at: number
  /** From one full hour until another. */
  hours: [number, number] | null
  weekdays: number[]
  guess: Guess | null
}
