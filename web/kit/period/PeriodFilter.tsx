import { Chip } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { dayOf } from '../format/zoned.ts'
import { DayInput } from './DayInput.tsx'
import { MomentInput } from './MomentInput.tsx'
import classes from './Period.module.css'
import { type Bounds, boundsOf, type Period, type QuickRange, quickRanges } from './period.ts'

const usual = quickRanges.filter((range) => range !== 'night')

/**
 * Selects a period: a range of the calendar, a day, or any moments, in the person's time zone.
 *
 * @param ranges which ranges there are
 * @param required whether there is always a period
 */
export function PeriodFilter({ value, onChange, ranges = usual, required = false }: Props) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  // Moments may both be empty while they are typed.
  const [typing, setTyping] = useState(false)
  const kind = kindOf(value) ?? (typing || required ? 'between' : 'any')
  const bounds = boundsOf(value, timezone, Date.now())
  // The address changes later than the fields: both may have been changed before it has.
  const latest = useRef(bounds)
  useEffect(() => {
    latest.current = { from: bounds.from, to: bounds.to }
  }, [bounds.from, bounds.to])
  const changeBound = (changed: Partial<Bounds>) => {
    if (required && Object.values(changed).includes(null)) return
    latest.current = { ...latest.current, ...changed }
    onChange(latest.current)
  }
  const select = (next: Kind) => {
    setTyping(next === 'between')
    const range = ranges.find((each) => each === next)
    if (range) onChange({ range })
    else if (next === 'day') onChange({ day: dayOf(bounds.from ?? Date.now(), timezone) })
    else if (next === 'between') {
      const today = boundsOf({ day: dayOf(Date.now(), timezone) }, timezone, Date.now())
      onChange({ from: bounds.from ?? today.from, to: bounds.to ?? today.to })
    } else onChange(null)
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
      {value && 'day' in value && <DayInput day={value.day} onChange={(day) => onChange({ day })} />}
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
type Props = {
  value: Period | null
  onChange: (period: Period | null) => void
  ranges?: readonly QuickRange[]
  required?: boolean
}
