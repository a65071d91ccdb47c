import { DateTime } from 'luxon'

/**
 * When each interval of a period begins: they are counted from the beginning of each local day, so they stand at full
 * hours also after a clock change. A day of 23 hours has fewer, one of 25 has more.
 *
 * @param from the first day, as an ISO date
 * @param until the last day, included
 * @returns milliseconds since 1970
 */
export function beginsOf({ from, until, timezone }: Days, interval_min: number): number[] {
  const begins: number[] = []
  const last = DateTime.fromISO(until, { zone: timezone })
  for (let day = DateTime.fromISO(from, { zone: timezone }); day <= last; ) {
    const next = day.plus({ days: 1 }).startOf('day')
    for (let at = day.startOf('day').toMillis(); at < next.toMillis(); at += interval_min * 60_000) begins.push(at)
    day = next
  }
  return begins
}

/** Whether clocks change in a period: then times need their offset to be unambiguous. */
export function hasClockChange({ from, until, timezone }: Days): boolean {
  for (let day = DateTime.fromISO(from, { zone: timezone }); ; day = day.plus({ days: 1 })) {
    if (day.startOf('day').offset !== day.plus({ days: 1 }).startOf('day').offset) return true
    if (day.toISODate()! >= until) return false
  }
}

/**
 * Where an interval stands in the grid of its day: a line for each hour, and its place in it. On a day whose clocks
 * change, lines have their offset: one hour is there twice.
 */
export function makePlaces(timezone: string, interval_min: number): (at: number) => GridPlace {
  const changes = new Map<string, boolean>()
  return (at) => {
    const time = DateTime.fromMillis(at, { zone: timezone })
    const day = time.toISODate()!
    if (!changes.has(day)) changes.set(day, hasClockChange({ from: day, until: day, timezone }))
    const hour = time.toFormat(changes.get(day) ? 'HH ZZ' : 'HH')
    return { day, hour, minute: Math.floor(time.minute / interval_min) * interval_min }
  }
}

type Days = { from: string; until: string; timezone: string }
export type GridPlace = { day: string; hour: string; minute: number }
