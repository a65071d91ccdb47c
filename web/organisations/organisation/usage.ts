import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** An organisation's usage and quotas. */
export const usageOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.usage(organisation_id),
    queryFn: async () => (await guarded(client.call<{ data: Usage }>('GET', 'usage', { organisation_id }))).data,
  })

/** Events and alerts of the last two weeks, oldest first. */
export const usageOfDays = (organisation_id: number, timezone: string) =>
  queryOptions({
    queryKey: keys.usageOfDays(organisation_id, timezone),
    queryFn: async () =>
      (await guarded(client.call<{ data: UsageOfDay[] }>('GET', 'usage/days', { organisation_id, timezone }))).data,
  })

/** @param day `2026-11-21`; large numbers of events are estimates */
type UsageOfDay = { day: string; events: number; alerts: number }

export type Quota = {
  name: string
  /** Where it has no label. */
  what: string | null
  /** Null for limits per user, address or tracker. */
  used: number | null
  most: number
  /** The installation's default. */
  standard: number
  is_set: boolean
}

export type Usage = Record<
  'users' | 'trackers' | 'boundaries' | 'locations' | 'alerts_open' | 'events' | 'storage_bytes',
  number
> & {
  events_are_estimated: boolean
  trusted: boolean
  limited_until: string | null
  quotas: Quota[]
  history_check: HistoryCheck | null
}

/** How the files of closed days were, when they were last compared with their hash chain. */
export type HistoryCheck = { checked_at: string; days: number; problems: number }
