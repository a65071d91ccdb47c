import { useTranslation } from 'react-i18next'
import { useTimes } from '../../../kit/format/useTimes.ts'
import activity from '../../movement/Activity.module.css'
import { Legend } from '../../movement/Legend.tsx'
import { useLegs } from '../../replay/useLegs.ts'
import classes from './Chart.module.css'

/** Of a longer time there are too many trips to be seen. */
const MOST_MS = 14 * 86_400_000

/** What the tracker did in that time: trips, stops and gaps, below the panels and by the same time. */
export function Movement({ tracker_id, from, until, x }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const timeOf = (at: number) => new Date(at).toISOString()
  const legs = useLegs(until - from > MOST_MS ? [] : [tracker_id], timeOf(from), timeOf(until)).get(tracker_id) ?? []
  if (legs.length === 0) return null
  const kinds = (['trip', 'stop', 'gap'] as const).filter((kind) => legs.some((leg) => leg.kind === kind))
  return (
    <>
      <div className={`${activity.strip} ${classes.movement}`} aria-hidden>
        {legs.map(({ id, kind, ...leg }) => {
          const [left, right] = [x(Math.max(from, leg.from)), x(Math.min(until, leg.to))]
          return (
            <i
              key={id}
              data-kind={kind}
              title={`${t(`tracking:activity.kinds.${kind}`)}, ${moment(timeOf(leg.from))} – ${moment(timeOf(leg.to))}`}
              style={{ left, width: Math.max(right - left, 1) }}
            />
          )
        })}
      </div>
      <Legend kinds={kinds} />
    </>
  )
}

type Props = {
  tracker_id: number
  /** Milliseconds since 1970. */
  from: number
  until: number
  /** Pixels from the left. */
  x: (at: number) => number
}
