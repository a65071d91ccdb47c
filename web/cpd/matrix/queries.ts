import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

export const PAGE = 50

/** A page of the people of a cycle, with what counts for each. */
export const matrixOf = (asked: MatrixQuery, page: number) =>
  queryOptions({
    queryKey: keys.cpdMatrix(asked, page),
    queryFn: async () => {
      const query = { ...asked, limit: PAGE, offset: (page - 1) * PAGE }
      return (await guarded(client.call<{ data: Matrix }>('GET', 'cpd/matrix', query))).data
    },
    staleTime: 0,
    placeholderData: (before: Matrix | undefined) => before,
  })

export const states = ['met', 'unmet', 'at_risk', 'empty', 'no_plan'] as const

export type MatrixQuery = {
  organisation_id: number
  cycle_id?: number
  draw_id?: number
  state?: (typeof states)[number]
  search?: string
}
export type Matrix = {
  cycle_id: number
  start: string
  end: string
  closed: boolean
  columns: { key: string; title: string; unit: string; desirable: boolean }[]
  people: MatrixPerson[]
  total: number
}
export type MatrixPerson = {
  user_id: number
  person: string
  plan_id: number | null
  plan_state: string | null
  verdict: 'met' | 'unmet' | 'empty'
  /** Null where nothing is asked; then `nothing` says why. */
  met: boolean | null
  nothing: string | null
  at_risk: boolean
  hours: number
  activities: number
  days_left: number
  cells: ({ counted: number; required: number; missing: number; met: boolean | null } | null)[]
}
