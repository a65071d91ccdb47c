import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** The cycles of an organisation, the newest first. */
export const cyclesOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.cycles(organisation_id),
    queryFn: async () => (await guarded(client.list('devcycle', { organisation_id, limit: 200 }))).data,
    staleTime: 0,
  })
