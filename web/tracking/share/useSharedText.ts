import { useTranslation } from 'react-i18next'
import { relative, toTime } from '../../kit/format/format.ts'
import { useDistance } from '../kit/useDistance.ts'
import type { SharedPosition, SharedTracker } from './sharedPosition.ts'

/** Sentences about the trackers of a link. Visitors have no preferences, so the browser's time zone is used. */
export function useSharedText({ place }: SharedPosition, now: number) {
  const { t, i18n } = useTranslation()
  const distance = useDistance()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const time = (moment: string) => toTime(moment, timeZone, now, false, 'friendly', i18n.language)
  const ago = (moment: string) => {
    const { unit, count } = relative(moment, now)
    return t(`relative.${unit}`, { count })
  }
  const seen = ({ fix_at }: SharedTracker) =>
    fix_at ? t('tracking:share.seen', { time: time(fix_at), ago: ago(fix_at) }) : t('tracking:share.noPosition')
  const arrival = ({ arrives_at, earliest_at, latest_at, distance_m, there }: SharedTracker): string | null => {
    if (!place || distance_m === null) return null
    if (there) return t('tracking:share.there', { place: place.name })
    const about = { place: place.name, distance: distance(distance_m) }
    if (!arrives_at) return t('tracking:share.away', about)
    const arrives = { ...about, time: time(arrives_at) }
    if (!earliest_at || !latest_at) return t('tracking:share.arrives', arrives)
    return t('tracking:share.arrivesBetween', { ...arrives, earliest: time(earliest_at), latest: time(latest_at) })
  }
  return { time, ago, seen, arrival }
}
