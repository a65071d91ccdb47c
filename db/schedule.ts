import { DateTime } from 'luxon'
import type { Schedule } from './tables/tracking/schedule.ts'

/** The rule of the SQL function `schedule_applies`; a test holds the two together. */
export function scheduleApplies({ timezone, weekly }: Schedule, at: Date): boolean {
  const local = DateTime.fromJSDate(at, { zone: timezone })
  const minute = local.toFormat('HH:mm')
  const today = local.weekday
  const yesterday = today === 1 ? 7 : today - 1
  return weekly.some(({ days, from, to }) =>
    from < to
      ? days.includes(today) && minute >= from && minute < to
      : (days.includes(today) && minute >= from) || (days.includes(yesterday) && minute < to),
  )
}

/** When the schedule next begins or ceases to apply; null if never. */
export function nextChange(schedule: Schedule, after: Date): Date | null {
  const applies = scheduleApplies(schedule, after)
  return candidates(schedule, after).find((at) => at > after && scheduleApplies(schedule, at) !== applies) ?? null
}

/** @returns why it is invalid, as a predicate without a subject; null if valid */
export function scheduleFault({ timezone }: Schedule): string | null {
  return DateTime.local({ zone: timezone }).isValid ? null : `has a timezone that there is not: ${timezone}`
}

/** All times of the schedule in the next days and the clock changes, in order. */
function candidates({ timezone, weekly }: Schedule, after: Date): Date[] {
  const times = [...new Set(weekly.flatMap(({ from, to }) => [from, to]))].map((time) => time.split(':').map(Number))
  const times_ms = new Set<number>()
  const first = DateTime.fromJSDate(after, { zone: timezone }).startOf('day')
  for (let i = 0; i <= 8; i++) {
    const day = first.plus({ days: i })
    for (const [hour, minute] of times) {
      const moment = day.set({ hour: hour!, minute: minute! })
      // Ambiguous times are an hour apart.
      for (const hours of [-1, 0, 1]) times_ms.add(moment.plus({ hours }).toMillis())
    }
    const change = clockChange(day)
    if (change !== null) times_ms.add(change)
  }
  return [...times_ms].sort((a, b) => a - b).map((at) => new Date(at))
}

function clockChange(day: DateTime): number | null {
  const end = day.plus({ days: 1 })
  if (day.offset === end.offset) return null
  let [before, after] = [day.toMillis(), end.toMillis()]
  while (after - before > 60_000) {
    const middle = Math.floor((before + after) / 120_000) * 60_000
    if (DateTime.fromMillis(middle, { zone: day.zone }).offset === day.offset) before = middle
    else after = middle
  }
  return after
}
