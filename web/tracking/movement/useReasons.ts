import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { toDuration } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { useValues } from './values.ts'

/** Sentences that say which rule, with which values, made a segment what it is. */
export function useReasons(): (facts: Facts) => string[] {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { speed, length, lengthUnit } = useUnits()
  const text = useValues()
  const metres = (value: number) => `${length(value)} ${lengthUnit}`
  const endOf = ({ kind, ended_at, attributes }: Facts) => {
    const by = (attributes as Attributes | null)?.ended_by
    if (ended_at === null) return t('tracking:why.open')
    if (!by || (kind !== 'trip' && kind !== 'stop')) return null
    const { rule, after_s = 0, within_m = 0 } = by
    return t(`tracking:why.ended.${rule}`, { after: toDuration(after_s), within: metres(within_m) })
  }
  const partsOf = ({ kind, pauses, idle_s, attributes, speed_limit, limit_source }: Facts) => {
    const {
      no_data_s,
      least_s,
      tolerance,
      passing,
      interpolated,
      jump,
      private: hidden,
      engine_on_at,
    } = (attributes ?? {}) as Attributes
    const least = toDuration(least_s ?? 0)
    return [
      engine_on_at !== undefined && t('tracking:why.engine', { time: time(engine_on_at, Date.now()) }),
      kind === 'trip' && pauses > 0 && t('tracking:why.pauses', { count: pauses }),
      kind === 'stop' && idle_s > 0 && t('tracking:why.idle', { time: toDuration(idle_s) }),
      no_data_s !== undefined && t('tracking:why.silence', { time: toDuration(no_data_s) }),
      kind === 'idle' && least_s !== undefined && t('tracking:why.idling', { least }),
      kind === 'gap' && t(`tracking:why.${jump ? 'jump' : hidden ? 'private' : 'gap'}`),
      interpolated
        ? t('tracking:why.interpolated')
        : passing && least_s !== undefined && t('tracking:why.passing', { least }),
      kind === 'speeding' &&
        speed_limit !== null &&
        t('tracking:why.limit', {
          limit: speed(speed_limit),
          source: t(`tracking:why.sources.${(limit_source ?? 'profile') as 'profile'}`),
          percent: Math.round((tolerance ?? 0.05) * 100),
        }),
    ]
  }
  return (facts) => {
    const { kind, distance_m, distance_source, revised_at, share } = facts
    const reasons = [
      kind !== 'stop' && kind !== 'idle' && distance_m > 0
        ? t(`tracking:why.distance.${distance_source}`, { distance: text(distance_m, 'distance') })
        : null,
      ...partsOf(facts),
      endOf(facts),
      share !== undefined && share < 1 && t('tracking:why.share', { percent: Math.round(share * 100) }),
      revised_at !== null && t('tracking:why.revised', { time: time(revised_at, Date.parse(revised_at) + WEEK) }),
    ]
    return reasons.flatMap((one) => one || [])
  }
}

const WEEK = 7 * 86_400_000

type Segment = Row<'segment'>
/** @property share how much of it is in the period of a report */
export type Facts = Pick<
  Segment,
  | 'kind'
  | 'ended_at'
  | 'distance_m'
  | 'distance_source'
  | 'pauses'
  | 'idle_s'
  | 'speed_limit'
  | 'limit_source'
  | 'revised_at'
  | 'attributes'
> & { share?: number }

/** As the rules of movement write them. */
type Attributes = {
  ended_by?: {
    rule: 'rest' | 'ignition_off' | 'left' | 'driven' | 'silence' | 'jump' | 'private'
    after_s?: number
    within_m?: number
  }
  engine_on_at?: string
  no_data_s?: number
  least_s?: number
  tolerance?: number
  passing?: boolean
  interpolated?: boolean
  jump?: boolean
  private?: boolean
}
