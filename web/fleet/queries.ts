import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export const trackersOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['all', 'tracker', organisation_id], queryFn: () => api.trackers(organisation_id) })

export const boundariesOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['all', 'boundary', organisation_id], queryFn: () => api.boundaries(organisation_id) })

export const alertsOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['all', 'alert', organisation_id], queryFn: () => api.openAlerts(organisation_id) })
