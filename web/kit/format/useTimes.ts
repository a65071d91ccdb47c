import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { relative, toDay, toTime } from './format.ts'

/** Times in the user's time zone, language and format. */
export function useTimes(): Times {
  const { t } = useTranslation()
  const { timezone, date_format } = usePreferences()
  return useMemo(
    () => ({
      time: (then, now, seconds) => toTime(then, timezone, now, seconds, date_format),
      day: (day) => toDay(day, date_format),
      ago: (then, now) => {
        const { unit, count } = relative(then, now)
        return t(`relative.${unit}`, { count })
      },
    }),
    [t, timezone, date_format],
  )
}

export type Times = {
  time: (then: string, now: number, seconds?: boolean) => string
  /** Of a day, as 2026-11-20. */
  day: (day: string) => string
  ago: (then: string, now: number) => string
}
