import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Counted } from './days.ts'
import classes from './Home.module.css'
import { useHomeWords } from './words.ts'

const [wide, high] = [28, 90]

/** A bar a day. What it shows is said in words as well, for those who do not see it. */
export function Bars({ title, days, failed, warning = false }: Props) {
  const { t } = useHomeWords()
  const { i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <figure className={classes.card} data-warning={warning || undefined}>
      <figcaption>{title}</figcaption>
      {failed && <p className={classes.none}>{t('failed')}</p>}
      {!failed && !days && <Skeleton height={130} />}
      {days && <Drawing days={days} number={number} />}
    </figure>
  )
}

function Drawing({ days, number }: { days: Counted[]; number: (value: number) => string }) {
  const { t } = useHomeWords()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const told = days.map(({ day, count }) => t('ofDay', { day: dayAndMonth(day), number: number(count) }))
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${days.length * wide} ${high + 34}`}
      role="img"
      aria-label={told.join(', ')}
    >
      {days.map(({ day, count }, i) => {
        const tall = count === 0 ? 1 : Math.max(2, (count / most) * high)
        const middle = i * wide + wide / 2
        return (
          <g key={day}>
            <title>{told[i]}</title>
            <rect
              x={i * wide + 4}
              y={16 + high - tall}
              width={wide - 8}
              height={tall}
              rx={2}
              data-none={count === 0 || undefined}
            />
            {count > 0 && (
              <text x={middle} y={12 + high - tall} textAnchor="middle">
                {short(count)}
              </text>
            )}
            <text x={middle} y={high + 30} textAnchor="middle" className={classes.day}>
              {Number(day.slice(8))}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

/** 999, 1.2k, 35k, 1.2M: what fits over a bar. */
export function short(count: number): string {
  for (const [size, letter] of [
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (count >= size) return `${(count / size).toFixed(count < size * 10 ? 1 : 0)}${letter}`
  }
  return String(count)
}

type Props = { title: string; days: Counted[] | undefined; failed: boolean; warning?: boolean }
