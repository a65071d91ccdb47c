import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export const trackersOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['trackers', organisation_id], queryFn: () => api.trackers(organisation_id) })

export const boundariesOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['boundaries', organisation_id], queryFn: () => api.boundaries(organisation_id) })

export const alertsOf = (organisation_id: number) =>
  queryOptions({ queryKey: ['alerts', organisation_id], queryFn: () => api.openAlerts(organisation_id) })
