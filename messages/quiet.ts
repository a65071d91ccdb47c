import { DateTime } from 'luxon'

/**
 * The end of the quiet hours that contain `at`, or null outside them. By the wall clock of the person's timezone, so a
 * night may be an hour longer or shorter when the clocks change.
 */
export function quietUntil({ from, to, timezone }: Quiet, at: Date): Date | null {
  if (!from || !to || from === to) return null
  const local = DateTime.fromJSDate(at, { zone: timezone })
  const minute = local.toFormat('HH:mm')
  const past_midnight = from > to
  const is_quiet = past_midnight ? minute >= from || minute < to : minute >= from && minute < to
  if (!is_quiet) return null
  const ends = past_midnight && minute >= from ? local.plus({ days: 1 }) : local
  return firstMoment(ends, to, at)
}

/**
 * Resolves a wall-clock time: one skipped by a clock change is moved after it; of an ambiguous one, the first that is
 * in the future.
 */
function firstMoment(day: DateTime, time: string, after: Date): Date {
  const [hour, minute] = time.split(':').map(Number)
  const moment = day.set({ hour: hour!, minute: minute!, second: 0, millisecond: 0 })
  const earlier = moment.minus({ hours: 1 })
  if (earlier.toFormat('HH:mm') === time && earlier.toJSDate() > after) return earlier.toJSDate()
  const later = moment.plus({ hours: 1 })
  if (moment.toJSDate() <= after && later.toFormat('HH:mm') === time) return later.toJSDate()
  return moment.toJSDate()
}

export type Quiet = { from: string | null; to: string | null; timezone: string }
