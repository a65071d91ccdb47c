import { queryOptions } from '@tanstack/react-query'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** The report of a person in a cycle. */
export const reportOf = (user_id: number, cycle_id: number) =>
  queryOptions({
    queryKey: keys.cpdReport(user_id, cycle_id),
    queryFn: async () => (await guarded(client.act('GET cpd/report', { user_id, cycle_id }))).data,
    staleTime: 0,
  })

export type Report = DataOf<'GET cpd/report'>
