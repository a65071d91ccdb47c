import { useTranslation } from 'react-i18next'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { usePlace } from '../../kit/usePlace.ts'
import { useValues } from '../../movement/values.ts'
import type { Week } from './week.ts'

/** What a tracker does now, in words: `Driving since 08:12, 34 km`, `Parked at Depot for 3 h`. */
export function useDoing(): (week: Week | undefined, now: number) => string | null {
  const { t } = useTranslation()
  const { time } = useTimes()
  const text = useValues()
  const place = usePlace()
  return (week, now) => {
    const part = week?.segments.find(
      ({ kind, ended_at }) => ended_at === null && (kind === 'trip' || kind === 'stop' || kind === 'gap'),
    )
    if (!part) return null
    const { kind, began_at, distance_m, begin_place, begin_position } = part
    const duration = text(Math.max(0, (now - Date.parse(began_at)) / 1000), 'duration')
    if (kind === 'trip') {
      return t('tracking:record.driving', { since: time(began_at, now), distance: text(distance_m, 'distance') })
    }
    if (kind === 'gap') return t('tracking:record.noData', { duration })
    const at = begin_place || place(begin_position.coordinates)
    return at ? t('tracking:record.parkedAt', { place: at, duration }) : t('tracking:record.parked', { duration })
  }
}
