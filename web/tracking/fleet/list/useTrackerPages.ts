import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../core/api.ts'
import type { State } from '../state.ts'

/** Nobody scrolls further; they search. */
const mostPages = 20
/** What is shown changes without being asked for; further down it would be many requests. */
const again = 10_000
const pagesAgain = 2

/** The trackers that the server finds, page after page. */
export function useTrackerPages(organisation_id: number, search: string, state: State | null) {
  const query = useInfiniteQuery({
    queryKey: ['found', 'tracker', organisation_id, search, state],
    queryFn: ({ pageParam }) =>
      api.findTrackers({
        organisation_id,
        ...(search && { search }),
        ...(state && { state }),
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ info }, pages) => (pages.length < mostPages ? (info.next ?? null) : null),
    refetchInterval: ({ state: { data } }) => (data && data.pages.length <= pagesAgain ? again : false),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { data, status, hasNextPage, isFetching, fetchNextPage, refetch } = query
  const trackers = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const more = () => {
    if (hasNextPage && !isFetching) fetchNextPage()
  }
  return { trackers, status, more, retry: () => void refetch() }
}
