import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { relative, toDay, toTime } from './format.ts'

/** Times in the user's time zone, or another, in their language and format. */
export function useTimes(zone?: string): Times {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { timezone: own, date_format } = usePreferences()
  const timezone = zone ?? own
  return useMemo(
    () => ({
      time: (then, now, seconds) => toTime(then, timezone, now, seconds, date_format, language),
      moment: (then, seconds = false) =>
        toTime(then, timezone, awayFrom(Date.parse(then)), seconds, date_format, language),
      day: (day) => toDay(day, date_format, language),
      ago: (then, now) => {
        const { unit, count } = relative(then, now)
        return t(`relative.${unit}`, { count })
      },
    }),
    [t, timezone, date_format, language],
  )
}

const DAY = 86_400_000

/** Now, but never on the day of a moment, whose date would be left out. */
function awayFrom(then: number): number {
  const now = Date.now()
  return Math.abs(now - then) < DAY ? then + 2 * DAY : now
}

export type Times = {
  /** With its date also today: it may be read tomorrow. */
  moment: (then: string, seconds?: boolean) => string
  time: (then: string, now: number, seconds?: boolean) => string
  /** Of a day, as 2026-11-20. */
  day: (day: string) => string
  ago: (then: string, now: number) => string
}
