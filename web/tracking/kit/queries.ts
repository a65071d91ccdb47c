import { queryOptions } from '@tanstack/react-query'
import { queries } from '../../core/queries.ts'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { readTracker } from './readTracker.ts'

export const trackersOf = (organisation_id: number) =>
  queryOptions({ queryKey: keys.trackers(organisation_id), queryFn: () => api.trackers(organisation_id) })

/** The number of trackers. A small fleet comes with it: most need no second request. */
export const countOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.trackerCount(organisation_id),
    queryFn: async () => {
      const { rows, total } = await api.firstTrackers(organisation_id)
      if (rows.length >= total) queries.setQueryData(trackersOf(organisation_id).queryKey, rows)
      return total
    },
    // It decides between whole fleet and viewport, so it must not change while the page is shown.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const trackerOf = (id: number) => queryOptions({ queryKey: keys.tracker(id), queryFn: () => readTracker(id) })

export const boundariesOf = (organisation_id: number) =>
  queryOptions({ queryKey: keys.boundaries(organisation_id), queryFn: () => api.boundaries(organisation_id) })

export const locationsOf = (organisation_id: number) =>
  queryOptions({ queryKey: keys.locations(organisation_id), queryFn: () => api.locations(organisation_id) })

export const alertsOf = (organisation_id: number) =>
  queryOptions({ queryKey: keys.openAlerts(organisation_id), queryFn: () => api.openAlerts(organisation_id) })
