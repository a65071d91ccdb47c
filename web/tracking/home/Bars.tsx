import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import classes from './Home.module.css'

/** Pixels per day that a number and a word need. */
const [narrowest, roomy] = [18, 30]

/** Bar chart by day, with a text alternative. */
export function Bars({ title, days, failed, warning = false }: Props) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <figure className={classes.card} data-warning={warning || undefined}>
      <figcaption>{title}</figcaption>
      {failed && <p className={classes.none}>{t('tracking:home.failed')}</p>}
      {!failed && !days && <Skeleton height={176} />}
      {days && <Drawing days={days} number={number} />}
    </figure>
  )
}

function Drawing({ days, number }: { days: Counted[]; number: (value: number) => string }) {
  const { t, i18n } = useTranslation()
  const { ref, width } = useElementSize()
  const each = width / days.length
  const max = Math.max(1, ...days.map(({ count }) => count))
  const labels = days.map(({ day, count }) =>
    t('tracking:home.ofDay', { day: dayAndMonth(day), number: number(count) }),
  )
  // Counted from the end, so that today is always labelled.
  const named = Math.ceil(narrowest / Math.max(1, each))
  return (
    <div ref={ref} className={classes.bars} role="img" aria-label={labels.join(', ')}>
      {days.map(({ day, count }, i) => (
        <div key={day} className={classes.column} title={labels[i]}>
          <div className={classes.stem}>
            {count > 0 && (each >= roomy || count === max) && <span>{short(count)}</span>}
            <i style={{ height: `${(count / max) * 100}%` }} data-none={count === 0 || undefined} />
          </div>
          {(days.length - 1 - i) % named === 0 && (
            <>
              <b>{Number(day.slice(8))}</b>
              <span>{wordsBelow(day, i === 0, each, i18n.language)}</span>
            </>
          )}
        </div>
      ))}
    </div>
  )
}

/** The weekday if there is room, otherwise the month's name at its first day. */
function wordsBelow(day: string, first: boolean, each: number, language: string): string {
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(language, { ...options, timeZone: 'UTC' })
  if (each >= roomy) return name({ weekday: 'short' })
  if (each >= narrowest) return name({ weekday: 'narrow' })
  return first || day.endsWith('-01') ? name({ month: 'short' }) : ''
}

const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

/** 999, 1.2k, 35k, 1.2M: short enough for a bar. */
export function short(count: number): string {
  for (const [size, letter] of [
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (count >= size) return `${(count / size).toFixed(count < size * 10 ? 1 : 0)}${letter}`
  }
  return String(count)
}

/** A day as `2026-11-21`. */
type Counted = { day: string; count: number }
type Props = { title: string; days: Counted[] | undefined; failed: boolean; warning?: boolean }
