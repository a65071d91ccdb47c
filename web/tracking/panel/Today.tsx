import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { toDuration } from '../../kit/format/format.ts'
import { boundsOfDay, dayOf } from '../../kit/format/zoned.ts'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { nameOf } from '../kit/state.ts'
import { useDistance } from '../kit/useDistance.ts'
import { Strip } from '../movement/Strip.tsx'
import type { Segment, Tracker } from '../types.ts'
import classes from './TrackerPanel.module.css'

/** Milliseconds after which the day is read again. */
const REFRESH = 30_000
const drawn = ['trip', 'stop', 'gap', 'idle'] as const

/** The tracker's day up to now: a bar of 24 hours and its sums. A click in it opens the replay at that moment. */
export function Today({ tracker, now }: { tracker: Tracker; now: number }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const distance = useDistance()
  const day = dayOf(now, timezone)
  const { from: begins_at, to: ends_at } = boundsOfDay(day, timezone)!
  const { data } = useQuery({
    queryKey: keys.segments(tracker.id, begins_at, ends_at),
    queryFn: () => api.segments(tracker.id, begins_at, ends_at),
    refetchInterval: REFRESH,
  })
  const strip = useMemo(() => data && stripOf(tracker, data), [tracker, data])
  if (!data || !strip || strip.parts.length === 0) return null
  const { distance_m, driving_s } = sumsOf(data, begins_at)
  const activity = { day, timezone, begins_at, ends_at, trackers: [], total: 1 }
  return (
    <section className={classes.today}>
      <div className={classes.day}>
        <b>{t('tracking:panel.today')}</b>
        <span>
          {driving_s > 0
            ? t('tracking:activity.driving', { distance: distance(distance_m), time: toDuration(driving_s) })
            : t('tracking:activity.nothing')}
        </span>
      </div>
      <Strip tracker={strip} day={activity} now={now} />
      <div className={classes.hours} aria-hidden="true">
        {['00', '06', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </section>
  )
}

function stripOf(tracker: Tracker, segments: Segment[]) {
  const parts = segments.flatMap((segment) => {
    const kind = drawn.find((each) => each === segment.kind)
    const { began_at, ended_at, duration_s } = segment
    const end_at = ended_at ?? new Date(Date.parse(began_at) + duration_s * 1000).toISOString()
    return kind ? [{ kind, began_at, ended_at, end_at }] : []
  })
  return {
    tracker_id: tracker.id,
    tracker_name: nameOf(tracker),
    distance_m: 0,
    driving_s: 0,
    first_start: segments.find(({ kind }) => kind === 'trip')?.began_at ?? null,
    last_end: null,
    parts,
  }
}

/** Of a trip over midnight what belongs to the day by its time, as in the sums of days. */
function sumsOf(segments: Segment[], begins_at: string): { distance_m: number; driving_s: number } {
  let [distance_m, driving_s] = [0, 0]
  for (const { kind, began_at, duration_s, moving_s, ...trip } of segments) {
    if (kind !== 'trip') continue
    const before_s = Math.max(0, (Date.parse(begins_at) - Date.parse(began_at)) / 1000)
    const share = duration_s > 0 ? Math.max(0, 1 - before_s / duration_s) : 1
    distance_m += trip.distance_m * share
    driving_s += moving_s * share
  }
  return { distance_m, driving_s }
}
