import { Chip } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { dayOf } from '../format/zoned.ts'
import { DayInput } from './DayInput.tsx'
import { MomentInput } from './MomentInput.tsx'
import classes from './Period.module.css'
import { type Bounds, boundsOf, type ChangePeriod, type Period, type QuickRange, quickRanges } from './period.ts'

const usual = quickRanges.filter((range) => range !== 'night')

/**
 * Selects a period: a range of the calendar, a day, or any moments, in the person's time zone.
 *
 * @param ranges which ranges there are
 * @param required whether there is always a period
 */
export function PeriodFilter({ value, onChange, ranges = usual, required = false }: PeriodProps) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  // Moments may both be empty while they are typed.
  const [typing, setTyping] = useState(false)
  const kind = kindOf(value) ?? (typing || required ? 'between' : 'any')
  const boundsNow = (period: Period | null) => boundsOf(period, timezone, Date.now())
  const bounds = boundsNow(value)
  const changeBound = (bound: Partial<Bounds>) => {
    if (required && Object.values(bound).includes(null)) return
    onChange((before) => ({ ...boundsNow(before), ...bound }))
  }
  const select = (next: Kind) => {
    setTyping(next === 'between')
    const range = ranges.find((each) => each === next)
    onChange((before) => {
      if (range) return { range }
      if (next === 'any') return null
      const { from, to } = boundsNow(before)
      if (next === 'day') return { day: dayOf(from ?? Date.now(), timezone) }
      const today = boundsNow({ day: dayOf(Date.now(), timezone) })
      return { from: from ?? today.from, to: to ?? today.to }
    })
  }
  const kinds: Kind[] = [...(required ? [] : (['any'] as const)), ...ranges, 'day', 'between']
  return (
    <div className={classes.period}>
      <Chip.Group value={kind} onChange={(next) => select(next as Kind)}>
        <div className={classes.kinds} role="radiogroup" aria-label={t('period.label')}>
          {kinds.map((each) => (
            <Chip key={each} value={each} size="xs" variant="light">
              {t(`period.${each}`)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {value && 'day' in value && <DayInput day={value.day} onChange={(day) => onChange(() => ({ day }))} />}
      {kind === 'between' && (
        <div className={classes.between}>
          <MomentInput label={t('period.from')} value={bounds.from} onChange={(from) => changeBound({ from })} />
          <MomentInput label={t('period.to')} value={bounds.to} onChange={(to) => changeBound({ to })} />
        </div>
      )}
    </div>
  )
}

function kindOf(value: Period | null): Kind | null {
  if (!value) return null
  if ('range' in value) return value.range
  if ('day' in value) return 'day'
  return value.from || value.to ? 'between' : null
}

type Kind = QuickRange | 'any' | 'day' | 'between'
export type PeriodProps = {
  value: Period | null
  /** Changes the latest period, which may be later than the value. */
  onChange: (update: ChangePeriod) => void
  ranges?: readonly QuickRange[]
  required?: boolean
}
