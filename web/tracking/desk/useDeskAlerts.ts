import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { keys } from '../keys.ts'
import type { Alert } from '../types.ts'
import { inOrder } from './desk.ts'

/** Milliseconds between two looks. */
const EVERY = 5000
/** As many as are read; the newest are. */
const MOST = 1000

/** The open alerts of an organisation and calls for help that wait, polled every few seconds, also while it is hidden. */
export function useDeskAlerts(organisation_id: number, filters: DeskFilters, now: number) {
  const queryKey = keys.deskAlerts(organisation_id, filters)
  const { kind, group } = filters
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const query = { organisation_id, waiting: true, drills: true, sort: '-started_at', limit: MOST } as const
      const { data, info } = await guarded(
        client.list('alert', { ...query, ...(kind && { kind }), ...(group && { group_id: group }) }),
      )
      return { alerts: data as Alert[], total: info.total as number }
    },
    refetchInterval: EVERY,
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
  const alerts = useMemo(() => data && inOrder(data.alerts, now), [data, now])
  const replace = (changed: Alert) =>
    queries.setQueryData(
      queryKey,
      (before: typeof data) =>
        before && { ...before, alerts: before.alerts.map((each) => (each.id === changed.id ? changed : each)) },
    )
  return { alerts, fresh: data?.alerts, total: data?.total ?? 0, isError, refetch, replace }
}

export type DeskFilters = { kind: Alert['kind'] | null; group: number | null }
