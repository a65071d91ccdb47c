import { queryOptions } from '@tanstack/react-query'
import { api } from '../../core/api.ts'
import { readTracker } from './readTracker.ts'

export const trackersOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['all', 'tracker', organisation_id], queryFn: () => api.trackers(organisation_id) })

export const countOf = (organisation_id: number) =>
  queryOptions({
    queryKey: ['count', 'tracker', organisation_id],
    queryFn: () => api.trackerCount(organisation_id),
    // It decides between whole fleet and viewport, so it must not change while the page is shown.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  })

export const trackerOf = (id: number) =>
  queryOptions({ queryKey: ['list', 'tracker', 'one', id], queryFn: () => readTracker(id) })

export const boundariesOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['all', 'boundary', organisation_id], queryFn: () => api.boundaries(organisation_id) })

export const alertsOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['all', 'alert', organisation_id], queryFn: () => api.openAlerts(organisation_id) })
