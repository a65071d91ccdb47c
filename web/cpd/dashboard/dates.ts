import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** What comes up for the person, the next first. */
export const datesOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.cpdDates(organisation_id),
    queryFn: async () => (await guarded(client.act('GET cpd/calendar', { organisation_id }))).data,
    staleTime: 0,
  })
