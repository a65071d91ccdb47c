import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** One's plans for the open cycles; the server makes missing ones, with copies of the shared goals. */
export const currentPlansOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.currentPlans(organisation_id),
    queryFn: async () => (await guarded(client.act('GET devplans/current', { organisation_id }))).data,
    staleTime: 0,
  })

/** The plan of a person for a cycle; null without one. */
export const planOf = (organisation_id: number, user_id: number, devcycle_id: number) =>
  queryOptions({
    queryKey: keys.planOf(organisation_id, user_id, devcycle_id),
    queryFn: async () =>
      (await guarded(client.list('devplan', { organisation_id, user_id, devcycle_id, limit: 1 }))).data[0] ?? null,
    staleTime: 0,
  })

export const qualificationsOf = (organisation_id: number, user_id: number) =>
  queryOptions({
    queryKey: keys.qualificationsOf(organisation_id, user_id),
    queryFn: async () =>
      (await guarded(client.list('devqualification', { organisation_id, user_id, limit: 100 }))).data,
    staleTime: 0,
  })

export const goalsOf = (devplan_id: number) =>
  queryOptions({
    queryKey: keys.goalsOfPlan(devplan_id),
    queryFn: async () => (await guarded(client.list('devgoal', { devplan_id, limit: 500 }))).data,
    staleTime: 0,
  })
