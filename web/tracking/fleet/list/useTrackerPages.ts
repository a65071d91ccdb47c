import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api.ts'
import { keys } from '../../keys.ts'
import type { Doing, State } from '../../kit/state.ts'

/** Limit of infinite scrolling; further trackers are found by search. */
const maxPages = 20
/** Refetches while few pages are loaded: each page is a request. */
const refetchEvery = 10_000
const refetchedPages = 2

/** Trackers found by the server, page by page. */
export function useTrackerPages(organisation_id: number, search: string, state: State | null, doing: Doing | null) {
  const query = useInfiniteQuery({
    queryKey: keys.trackerPages(organisation_id, search, state, doing),
    queryFn: ({ pageParam }) =>
      api.findTrackers({
        organisation_id,
        ...(search && { search }),
        ...(state && { state }),
        ...(doing && { movement: doing }),
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ info }, pages) => (pages.length < maxPages ? (info.next ?? null) : null),
    refetchInterval: ({ state: { data } }) => (data && data.pages.length <= refetchedPages ? refetchEvery : false),
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
