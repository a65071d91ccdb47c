import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Dates.module.css'
import { TimeInput } from './TimeInput.tsx'

/** A month to choose a day in, with a time. The arrow keys go from day to day. */
export default function Calendar({ value, with_time, min, max, today, onChange }: Props) {
  const { t } = useTranslation()
  const days = useRef<HTMLDivElement>(null)
  const day = value.slice(0, 10)
  const time = value.slice(11, 16) || '00:00'
  useEffect(() => {
    const { current } = days
    const at = current?.querySelector<HTMLElement>('[data-selected]') ?? current?.querySelector('[data-today]')
    at?.focus()
  }, [])
  return (
    <div ref={days} className={classes.calendar}>
      <DatePicker
        value={day || null}
        defaultDate={day || today}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        highlightToday
        ariaLabels={{
          nextMonth: t('dates.nextMonth'),
          previousMonth: t('dates.previousMonth'),
          nextYear: t('dates.nextYear'),
          previousYear: t('dates.previousYear'),
        }}
        onChange={(next) => next && onChange(with_time ? `${next}T${time}` : next)}
      />
      {with_time && (
        <TimeInput
          label={t('dates.time')}
          value={time}
          required
          onChange={(next) => onChange(`${day || today}T${next}`)}
        />
      )}
    </div>
  )
}

type Props = {
  value: string
  with_time: boolean
  min: string | undefined
  max: string | undefined
  today: string
  onChange: (local: string) => void
}
