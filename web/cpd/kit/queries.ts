import { queryOptions } from '@tanstack/react-query'
import type { DataOf, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'
import { withLastAnswer } from '../offline/answers.ts'

/** What forms offer: categories, terms, published form templates and standards, in one answer. */
export const refdataOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.cpdRefdata(organisation_id),
    queryFn: () =>
      withLastAnswer(
        `refdata ${organisation_id}`,
        async () => (await guarded(client.act('GET cpd/refdata', { organisation_id }))).data,
      ),
    staleTime: 60_000,
  })

/** What counts for a person in a cycle. Null for a person without one. */
export const statsOf = (organisation_id: number, user_id: number, cycle_id: number | null) =>
  queryOptions({
    queryKey: keys.cpdStats(organisation_id, user_id, cycle_id),
    queryFn: async () => {
      const asked = { organisation_id, user_id, ...(cycle_id !== null && { cycle_id }) }
      return (await guarded(client.act('GET cpd/stats', asked))).data
    },
    staleTime: 0,
  })

/** What the dashboard draws of a cycle. */
export const chartsOf = (organisation_id: number, user_id: number, cycle_id: number) =>
  queryOptions({
    queryKey: keys.cpdCharts(organisation_id, user_id, cycle_id),
    queryFn: async () => {
      const asked = { organisation_id, user_id, cycle_id }
      return (await guarded(client.act('GET cpd/charts', asked))).data
    },
    staleTime: 0,
  })

/** The open cycles that the person is in. */
export const currentCyclesOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.currentCycles(organisation_id),
    queryFn: async () => (await guarded(client.act('GET devcycles/current', { organisation_id }))).data,
    staleTime: 0,
  })

/** Who accompanies the person, and whom they accompany, by current relationships. */
export const contactsOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.cpdContacts(organisation_id),
    queryFn: () =>
      withLastAnswer(
        `contacts ${organisation_id}`,
        async () => (await guarded(client.act('GET cpd/contacts', { organisation_id }))).data,
      ),
    staleTime: 0,
  })

export type Category = Row<'devcategory'>

/** The result of a person, with the lines that each sum is made of. */
export type Stats = DataOf<'GET cpd/stats'>
export type Line = Stats['lines'][number]
export type LineActivity = Line['activities'][number]
