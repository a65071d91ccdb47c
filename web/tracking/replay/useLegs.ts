import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { type Leg, legsOf } from './legs.ts'

/** Milliseconds: the server finds trips some seconds after the last report. */
const soon = 5_000
const minute = 60_000

/** Trips and stops of trackers in a time range, by tracker, as the server has found them. */
export function useLegs(trackers: number[], from: string, to: string): ReadonlyMap<number, Leg[]> {
  const is_past = Date.parse(to) < Date.now()
  const results = useQueries({
    queries: trackers.map((id) => ({
      queryKey: keys.segments(id, from, to),
      queryFn: () => api.segments(id, from, to),
      staleTime: minute,
      refetchInterval: ({ state: { data } }: { state: { data?: unknown[] | undefined } }) =>
        data?.length === 0 ? soon : is_past ? (false as const) : minute,
    })),
  })
  const version = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: useQueries returns a new array each time, with the same data
  return useMemo(
    () => new Map(trackers.map((id, i) => [id, legsOf(results[i]?.data ?? [])])),
    [trackers.join(), from, to, version],
  )
}
