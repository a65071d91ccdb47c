import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayName } from '../../kit/format/weekdays.ts'

/** How days and times of plans read. */
export function usePlanText() {
  const { i18n } = useTranslation()
  const { day } = useTimes()
  const { language } = i18n
  return {
    /** Mon, Tue 08:00–16:00. */
    when: ({ weekdays, starts_on, from_time, to_time }: Row<'plannedshift'>) => {
      const days = weekdays.length > 0 ? weekdays.map((each) => dayName(each, language)).join(', ') : day(starts_on)
      return `${days} ${spanOf({ from_time, to_time })}`
    },
    /** Mon, 30 Nov. */
    heading: (of: string) =>
      new Date(`${of}T12:00Z`).toLocaleDateString(language === 'en' ? 'en-NZ' : language, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }),
  }
}

export const spanOf = ({ from_time, to_time }: { from_time: string; to_time: string }) => `${from_time}–${to_time}`
