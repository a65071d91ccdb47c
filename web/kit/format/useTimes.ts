import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { relative, toTime } from './format.ts'

/** Times in the user's time zone and language. */
export function useTimes(): Times {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  return useMemo(
    () => ({
      time: (then, now, seconds) => toTime(then, timezone, now, seconds),
      ago: (then, now) => {
        const { unit, count } = relative(then, now)
        return t(`relative.${unit}`, { count })
      },
    }),
    [t, timezone],
  )
}

export type Times = {
  time: (then: string, now: number, seconds?: boolean) => string
  ago: (then: string, now: number) => string
}
