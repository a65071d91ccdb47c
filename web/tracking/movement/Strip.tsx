import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import classes from './Activity.module.css'
import { type Activity, barsOf, momentAt, type TrackerDay } from './strips.ts'

/** A tracker's day as a bar; a click opens its replay at that moment, Enter at its first trip. */
export function Strip({ tracker, day, now }: Props) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const navigate = useNavigate()
  const { tracker_id, tracker_name, first_start } = tracker
  const bars = barsOf(tracker, day, now)
  const clock = (moment: string) => time(moment, Date.parse(moment))
  const textOf = ({ kind, began_at, ended_at }: TrackerDay['parts'][number]) =>
    t('tracking:activity.part', {
      kind: t(`tracking:activity.kinds.${kind}`),
      from: clock(began_at),
      until: ended_at ? clock(ended_at) : t('tracking:activity.now'),
    })
  const open = ({ nativeEvent, currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
    // The keyboard has no place in the bar.
    const share =
      detail === 0
        ? null
        : (nativeEvent.clientX - currentTarget.getBoundingClientRect().left) / currentTarget.offsetWidth
    const moment = share === null ? (first_start ?? day.begins_at) : momentAt(share, day)
    void navigate(paths.replay({ tracker: tracker_id, t: moment }))
  }
  const spoken = bars.filter(({ kind }) => kind === 'trip' || kind === 'outside').slice(0, 20)
  return (
    <button
      type="button"
      className={classes.strip}
      onClick={open}
      aria-label={t('tracking:activity.strip', {
        name: tracker_name,
        parts: spoken.map(textOf).join(', ') || t('tracking:activity.nothing'),
      })}
    >
      {bars.map((bar) => (
        <i
          key={`${bar.kind} ${bar.began_at}`}
          data-kind={bar.kind}
          title={textOf(bar)}
          style={{ left: `${bar.left * 100}%`, width: `${bar.width * 100}%` }}
        />
      ))}
    </button>
  )
}

type Props = { tracker: TrackerDay; day: Activity; now: number }
