/**
 * Those that were at such a time of the week: in the same hour of it; otherwise about the same hour on such a day, then
 * in the same part of such a day, then at any time. The first of these that has enough of them.
 *
 * @param hourOf hours since 1970 by the clocks of the organisation
 */
export function atSuchTimes<T>(all: readonly T[], hourOf: (each: T) => number, hour: number): readonly T[] {
  if (all.length <= ENOUGH) return all
  for (const isAlike of steps) {
    const alike = all.filter((each) => isAlike(hourOf(each), hour))
    if (alike.length >= ENOUGH) return alike
  }
  return all
}

/** The first of January 1970 was a Thursday: 0 is Monday. */
const dayOf = (hour: number) => modulo(Math.floor(hour / 24) + 3, 7)
const kindOf = (hour: number) => Math.max(4, dayOf(hour))
const modulo = (value: number, by: number) => ((value % by) + by) % by
/** Night, morning, day, afternoon and evening, as roads are full. */
const partOf = (hour: number) => starts.findLastIndex((start) => modulo(hour, 24) >= start)
const starts = [0, 6, 10, 15, 19, 22]

const steps: ((hour: number, now: number) => boolean)[] = [
  (hour, now) => modulo(hour - now, 168) === 0,
  (hour, now) => kindOf(hour) === kindOf(now) && modulo(hour - now + 1, 24) <= 2,
  (hour, now) => kindOf(hour) > 4 === kindOf(now) > 4 && partOf(hour) % 5 === partOf(now) % 5,
]
/** Fewer say little of how much they differ. */
export const ENOUGH = 8
