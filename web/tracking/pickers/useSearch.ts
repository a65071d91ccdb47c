import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { Tracker } from '../../core/types.ts'

/** Limit of results; a longer text narrows the search. */
const max = 20
/** Debounce in milliseconds. */
const pause = 200

/** Searches trackers by name and number on the server. @param on whether the dropdown is open */
export function useSearch(organisation_id: number, typed: string, on: boolean): Search {
  const trimmed = typed.trim()
  const [search] = useDebouncedValue(trimmed, pause)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.trackerSearch(organisation_id, search),
    queryFn: () => api.findTrackers({ organisation_id, limit: max, ...(search && { search }) }),
    enabled: on,
    placeholderData: keepPreviousData,
  })
  return {
    trackers: data?.data ?? none,
    more: data?.info.next !== undefined,
    failed: isError,
    settled: data !== undefined && !isError && !isPlaceholderData && search === trimmed,
    retry: () => void refetch(),
  }
}

const none: never[] = []

export type Search = {
  trackers: Tracker[]
  /** There are further matches. */
  more: boolean
  failed: boolean
  /** The results match the current text. */
  settled: boolean
  retry: () => void
}
