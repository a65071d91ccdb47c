import { queryOptions } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
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
        async () => (await guarded(client.call<{ data: Refdata }>('GET', 'cpd/refdata', { organisation_id }))).data,
      ),
    staleTime: 60_000,
  })

/** What counts for a person in a cycle. Null for a person without one. */
export const statsOf = (organisation_id: number, user_id: number, cycle_id: number | null) =>
  queryOptions({
    queryKey: keys.cpdStats(organisation_id, user_id, cycle_id),
    queryFn: async () => {
      const asked = { organisation_id, user_id, ...(cycle_id !== null && { cycle_id }) }
      return (await guarded(client.call<{ data: Stats }>('GET', 'cpd/stats', asked))).data
    },
    staleTime: 0,
  })

/** What the dashboard draws of a cycle. */
export const chartsOf = (organisation_id: number, user_id: number, cycle_id: number) =>
  queryOptions({
    queryKey: keys.cpdCharts(organisation_id, user_id, cycle_id),
    queryFn: async () => {
      const asked = { organisation_id, user_id, cycle_id }
      return (await guarded(client.call<{ data: ChartData }>('GET', 'cpd/charts', asked))).data
    },
    staleTime: 0,
  })

/** The open cycles that the person is in. */
export const currentCyclesOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.currentCycles(organisation_id),
    queryFn: async () =>
      (await guarded(client.call<{ data: Row<'devcycle'>[] }>('GET', 'devcycles/current', { organisation_id }))).data,
    staleTime: 0,
  })

/** Who accompanies the person, and whom they accompany, by current relationships. */
export const contactsOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.cpdContacts(organisation_id),
    queryFn: () =>
      withLastAnswer(
        `contacts ${organisation_id}`,
        async () => (await guarded(client.call<{ data: Contacts }>('GET', 'cpd/contacts', { organisation_id }))).data,
      ),
    staleTime: 0,
  })

type Refdata = {
  categories: Category[]
  terms: Row<'procedureterm'>[]
  templates: Row<'devformtemplate'>[]
  standards: Row<'cpdstandard'>[]
}

export type Category = Row<'devcategory'>

/** The result of a person, with the lines that each sum is made of. */
export type Stats = {
  user_id: number
  cycle_id: number
  plan_id: number | null
  /** As it was when the cycle was closed. */
  frozen: boolean
  hours: number
  activities: number
  start: string
  end: string
  /** `empty`: nothing is asked; then `nothing` says why. */
  verdict: 'met' | 'unmet' | 'empty'
  met: boolean
  nothing: { reason: string; day: string | null; sentence: string } | null
  days_left: number
  /** Of the period, and how many of them are waived or before registration; missing without a standard. */
  months?: number
  waived_months?: number
  lines: Line[]
}

export type Line = {
  rule: string | number
  kind: string
  category_code?: string
  period: { start: string; end: string }
  unit: 'hours' | 'credits' | 'points' | 'days' | 'items'
  required: number
  counted: number
  missing: number
  met: boolean
  desirable: boolean
  sentence: string
  activities: LineActivity[]
}

export type LineActivity = {
  id: number | string
  /** Worth before limits. */
  hours: number
  /** What counts. */
  credit: number
  limited_by?: { category_code: string; cap: number } | { rule: string | number; cap: number }
}

type ChartData = {
  /** By the first day of each. */
  months: { month: string; hours: number }[]
  procedures: { role: string | null; supervision: string | null; count: number }[]
}

type Contact = { user_id: number; name: string; email: string | null; kind: string; assessment_level: string }
type Contacts = { supervisors: Contact[]; trainees: Contact[] }
