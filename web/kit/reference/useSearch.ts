import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../core/queryKeys.ts'
import type { Option, Reference } from './reference.ts'

/** Limit of results; a longer text narrows the search. */
const limit = 20
/** Milliseconds after the last key. */
const debounce = 200

/** Searches rows on the server. @param on whether the dropdown is open */
export function useSearch({ resource, scope, find }: Reference, typed: string, on: boolean): Search {
  const trimmed = typed.trim()
  const [search] = useDebouncedValue(trimmed, debounce)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.referenceSearch(resource, scope, search),
    queryFn: () => find(search, limit),
    enabled: on,
    placeholderData: keepPreviousData,
  })
  return {
    options: data?.options ?? none,
    more: data?.more ?? false,
    failed: isError,
    settled: data !== undefined && !isError && !isPlaceholderData && search === trimmed,
    retry: () => void refetch(),
  }
}

const none: never[] = []

export type Search = {
  options: Option[]
  /** There are further matches. */
  more: boolean
  failed: boolean
  /** The results match the current text. */
  settled: boolean
  retry: () => void
}
