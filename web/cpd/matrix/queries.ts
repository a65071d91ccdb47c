import { queryOptions } from '@tanstack/react-query'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

export const PAGE = 50

/** A page of the people of a cycle, with what counts for each. */
export const matrixOf = (asked: MatrixQuery, page: number) =>
  queryOptions({
    queryKey: keys.cpdMatrix(asked, page),
    queryFn: async () => {
      const query = { ...asked, limit: PAGE, offset: (page - 1) * PAGE }
      return (await guarded(client.act('GET cpd/matrix', query))).data
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
export type Matrix = DataOf<'GET cpd/matrix'>
export type MatrixPerson = Matrix['people'][number]

/** The people of a cycle whom the filters show, on every page, as actions name them. */
export const shownBy = (cycle_id: number, { state, search }: MatrixQuery) => ({
  cycle_id,
  ...(state && { state }),
  ...(search && { search }),
})
