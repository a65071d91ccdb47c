import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../core/api.ts'
import type { Tracker } from '../../core/types.ts'

/** So many are shown; whoever does not see the one they want types more of it. */
const most = 20
/** Milliseconds after the last key. */
const pause = 200

/** The trackers that the server finds by a part of their name or number. @param on whether anybody looks at them */
export function useSearch(organisation_id: number, typed: string, on: boolean): Search {
  const trimmed = typed.trim()
  const [search] = useDebouncedValue(trimmed, pause)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['list', 'tracker', 'search', organisation_id, search],
    queryFn: () => api.findTrackers({ organisation_id, limit: most, ...(search && { search }) }),
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
  /** There are others that match. */
  more: boolean
  failed: boolean
  /** These are the ones that match what is typed, not what was typed a moment ago. */
  settled: boolean
  retry: () => void
}
