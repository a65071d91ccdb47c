import { useTranslation } from 'react-i18next'
import { toDuration, toPeriod } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import type { Movement, Tracker } from '../types.ts'
import type { Row } from './rows.ts'
import { isPrivate, type NameOf } from './state.ts'
import { useDistance } from './useDistance.ts'

/** What a tracker does, and since when; with the name of the place where it rests, if that has one. */
export function useMovementText() {
  const { t } = useTranslation()
  const { time } = useTimes()
  const distance = useDistance()
  return (movement: Movement, type: Tracker['type'] | undefined, now: number, place: string | null): string => {
    const { state, since } = movement
    const duration = toPeriod((now - Date.parse(since)) / 1000)
    if (state === 'no_data') return t('tracking:fleet.noData', { duration })
    if (state === 'parked' || state === 'idling') {
      return place ? t(`tracking:fleet.${state}At`, { duration, place }) : t(`tracking:fleet.${state}`, { duration })
    }
    const words = { time: time(since, now), distance: distance(movement.distance_m ?? 0) }
    if (state === 'towed') return t('tracking:fleet.towed', words)
    return type === 'phone' ? t('tracking:fleet.moving', words) : t('tracking:fleet.driving', words)
  }
}

/**
 * A tracker's status in one line: that it is outside or silent, else what it does.
 *
 * @param place the name of the place where it is
 */
export function useStatusText(): (row: Shown, now: number, place?: string | null) => string {
  const { t } = useTranslation()
  const movementText = useMovementText()
  return ({ state, offline_since, since, latest, alert, movement, tracker }, now, place = null) => {
    if (state === 'inactive') return t('tracking:fleet.inactive')
    if (offline_since) {
      const silent = { duration: toPeriod((now - Date.parse(offline_since)) / 1000) }
      return state === 'outside' ? t('tracking:fleet.outsideOffline', silent) : t('tracking:fleet.offlineFor', silent)
    }
    if (state === 'never') return t('tracking:fleet.never')
    if (state === 'outside') {
      if (!since) return t('tracking:state.outside')
      const seconds = (now - Date.parse(since)) / 1000
      const duration = toDuration(seconds)
      const boundary = alert?.boundary_name
      if (boundary && alert.rule === 'keep_out') return t('tracking:fleet.enteredFor', { boundary, duration })
      if (boundary && alert.rule === 'alone') return t('tracking:fleet.leftFor', { boundary, duration })
      return t('tracking:fleet.outsideFor', { duration })
    }
    if (isPrivate(latest)) return t('tracking:fleet.private')
    if (latest && !latest.fix) return t('tracking:fleet.noFix')
    if (movement) return movementText(movement, tracker?.type, now, place)
    return state === 'inside' ? t('tracking:fleet.inside') : t('tracking:fleet.unknown')
  }
}

type Shown = Pick<Row, 'state' | 'offline_since' | 'since' | 'latest' | 'alert'> & {
  movement?: Movement | null
  tracker?: NameOf & { type?: Tracker['type'] }
}
