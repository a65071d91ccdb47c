import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../api.ts'

/** What an organisation holds, in numbers. */
export const usageOf = (organisation_id: number) =>
  queryOptions({
    queryKey: ['usage', organisation_id],
    queryFn: async () => (await guarded(client.call<{ data: Usage }>('GET', 'usage', { organisation_id }))).data,
  })

type Usage = Record<
  'users' | 'trackers' | 'boundaries' | 'locations' | 'alerts_open' | 'events' | 'storage_bytes',
  number
> & {
  events_are_estimated: boolean
}
