import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

const REFRESH = 15_000
/** Milliseconds after which a value is shown as an old one. */
const STALE_MS = 3_600_000

/** The sensors of a tracker with their last values, in their order. */
export function useReadings(tracker_id: number) {
  return useQuery({
    queryKey: keys.readings(tracker_id),
    queryFn: async () => (await guarded(client.act('GET sensor/latest', { tracker_id }))).data,
    refetchInterval: REFRESH,
  })
}

export const isStale = ({ at }: { at: string | null }, now: number) => at !== null && now - Date.parse(at) > STALE_MS

/** A value as it is read: its word, or the number with its unit. */
export function useValueText(): (value: number, sensor: { unit: string; state?: string | null }) => string {
  const { i18n } = useTranslation()
  return (value, { unit, state }) => {
    if (state) return state
    const number = value.toLocaleString(i18n.language, { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1 })
    return unit ? `${number} ${unit}` : number
  }
}

export type Reading = NonNullable<ReturnType<typeof useReadings>['data']>[number]
