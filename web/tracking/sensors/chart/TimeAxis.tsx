import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../core/usePreferences.ts'
import classes from './Chart.module.css'
import { timeTicks } from './scale.ts'

const DAY = 86_400_000

/** Times below all panels, by the clock of the person. */
export function TimeAxis({ from, until, x, width }: Props) {
  const { i18n } = useTranslation()
  const { timezone } = usePreferences()
  const { step, ticks } = timeTicks(from, until, Math.max(Math.floor(width / 75), 2), offsetOf(from, timezone))
  const clock = new Intl.DateTimeFormat(i18n.language, { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  const date = new Intl.DateTimeFormat(i18n.language, { timeZone: timezone, day: 'numeric', month: 'short' })
  const isMidnight = (at: number) => (at + offsetOf(at, timezone)) % DAY === 0
  return (
    <svg width={width} height={20} aria-hidden className={classes.axis}>
      {ticks.map((at) => (
        <text key={at} className={classes.tick} x={x(at)} y={14} textAnchor="middle">
          {(step >= DAY || isMidnight(at) ? date : clock).format(at)}
        </text>
      ))}
    </svg>
  )
}

/** How far the clock of a time zone is ahead of UTC, in milliseconds. */
function offsetOf(at: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(at)
  const [, sign, hours, minutes] =
    /GMT([+-])(\d+):(\d+)/.exec(parts.find(({ type }) => type === 'timeZoneName')!.value) ?? []
  return hours ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0
}

type Props = { from: number; until: number; x: (at: number) => number; width: number }
