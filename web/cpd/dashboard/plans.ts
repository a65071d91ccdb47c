import { queryOptions } from '@tanstack/react-query'
import type { Name, Query } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** The plans of a person, of all cycles, the newest first. */
export const myPlansOf = (organisation_id: number, user_id: number) =>
  queryOptions({
    queryKey: keys.recent('devplan', organisation_id, { user_id }),
    queryFn: async () => (await guarded(client.list('devplan', { organisation_id, user_id, limit: 50 }))).data,
    staleTime: 0,
  })

/** The newest five rows that a query has. */
export const recentOf = <N extends Name>(resource: N, organisation_id: number, query: Query<N>) =>
  queryOptions({
    queryKey: keys.recent(resource, organisation_id, query),
    queryFn: async () => (await guarded(client.list(resource, { ...query, limit: 5 }))).data,
    staleTime: 0,
  })

/** The activities of a person in a cycle, by id, for the names in sums. */
export const activitiesOf = (organisation_id: number, user_id: number, cycle_id: number) =>
  queryOptions({
    queryKey: keys.activitiesOfCycle(organisation_id, user_id, cycle_id),
    queryFn: async () => {
      const { data } = await guarded(client.list('devactivity', { organisation_id, user_id, cycle_id, limit: 1000 }))
      return new Map(data.map((activity) => [activity.id, activity]))
    },
    staleTime: 0,
  })
