import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListAnswer, Row } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { LabelledResource } from '../forms/labels.ts'
import type { ResourceSchema } from '../forms/schema.ts'
import { useAddress } from './useAddress.ts'
import { withFilters } from './withFilters.ts'

const pageSize = 50
/** As far as the server reads past rows; what is further is found by searching. */
const lastOffset = 100_000
export const lastPage = lastOffset / pageSize + 1

/** What a list shows stands in the address, so that going back, a reload and a link show the same. */
export function useListQuery<N extends LabelledResource>(schema: ResourceSchema, filters: Filters): ListState<N> {
  const [params, changeAddress] = useAddress()
  const search = params.get('search') ?? ''
  const sort = sortOf(schema, params.get('sort'))
  const page = Math.min(Math.max(1, Math.floor(Number(params.get('page'))) || 1), lastPage)
  // The server knows best what the usual order is of what is asked for.
  const asked = { ...filters, ...(search && { search }), ...(sort !== schema.default_sort && { sort }) }

  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.page(schema.name, asked, page),
    queryFn: () => {
      const query = { ...asked, limit: pageSize, offset: (page - 1) * pageSize }
      // The fields and filters are the caller's, who is checked.
      return readPage((rest) => guarded(client.list(schema.name as N, { ...query, ...rest } as never)), pageSize)
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  const change = (name: string, value: string) => changeAddress((before) => withFilters(before, { [name]: value }))
  const setPage = (value: number) => change('page', value > 1 ? String(value) : '')
  // Its rows have been deleted, or a link says more than there is: the last page that has some takes its place.
  const beyond = data !== undefined && data.info.offset > 0 && data.data.length === 0
  const last = data && !data.info.total_is_estimated ? Math.max(1, Math.ceil(data.info.total / pageSize)) : 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is changed once
  useEffect(() => {
    if (beyond && !isPlaceholderData) setPage(Math.min(last, page - 1))
  }, [beyond, isPlaceholderData, last])

  return {
    asked,
    search,
    sort,
    page,
    rows: beyond ? null : (data?.data ?? null),
    info: beyond ? null : (data?.info ?? null),
    failed: error !== null,
    reason: sentenceOf(error),
    waiting: isPlaceholderData,
    retry: () => void refetch(),
    setSearch: (value) => change('search', value),
    setSort: (value) => change('sort', value === schema.default_sort ? '' : value),
    setPage,
  }
}

/** A page that the server has cut, since its rows are large, with what is missing in it. */
async function readPage<R>(read: (query: object) => Promise<ListAnswer<R>>, size: number): Promise<ListAnswer<R>> {
  const page = await read({})
  let { next, is_cut } = page.info
  while (is_cut && next !== undefined && page.data.length < size) {
    const rest = await read({ after: next, offset: 0, limit: size - page.data.length })
    page.data.push(...rest.data)
    ;({ next, is_cut } = rest.info)
  }
  return page
}

/** An order that the resource does not know would only be refused. */
function sortOf(schema: ResourceSchema, wanted: string | null): string {
  return wanted && schema.sorts.includes(wanted.replace(/^-/, '')) ? wanted : schema.default_sort
}

export type Filters = Record<string, string | number | boolean>

export type ListState<N extends LabelledResource> = {
  /** What the server is asked, without the page. */
  asked: Filters
  search: string
  sort: string
  page: number
  rows: Row<N>[] | null
  info: ListAnswer<Row<N>>['info'] | null
  failed: boolean
  /** What the server said then, if it said anything. */
  reason: string | null
  /** The rows are still those of what was asked before. */
  waiting: boolean
  retry: () => void
  setSearch: (value: string) => void
  setSort: (value: string) => void
  setPage: (value: number) => void
}
