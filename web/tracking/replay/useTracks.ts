import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'
import type { TrackerEvent } from '../types.ts'
import { type Track, toTrack } from './track.ts'

/** More than a month at a report a minute; further points are not loaded. */
export const maxPoints = 50_000
const page = 1000

/** Tracks of trackers in a time range. */
export function useTracks(trackers: number[], from: string, to: string): Tracks {
  const results = useQueries({
    queries: trackers.map((id) => ({
      queryKey: keys.track(id, from, to),
      queryFn: ({ signal }: { signal: AbortSignal }) => readTrack(id, from, to, signal),
      structuralSharing: false,
      // Past ranges never change; today's does.
      staleTime: Date.parse(to) < Date.now() ? Number.POSITIVE_INFINITY : 60_000,
    })),
  })
  const version = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: useQueries returns a new array each time, with the same data
  const tracks = useMemo(
    () => trackers.map((id, i) => ({ id, track: results[i]?.data?.track ?? none })),
    [trackers.join(), from, to, version],
  )
  return {
    tracks,
    pending: results.some(({ isPending }) => isPending),
    failed: results.some(({ isError }) => isError),
    cut: results.some(({ data }) => data?.cut),
    retry: () => void Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}

const none: Track = []

async function readTrack(tracker_id: number, from: string, to: string, signal: AbortSignal) {
  const events: TrackerEvent[] = []
  for (let after: string | undefined; ; ) {
    const query = { tracker_id, from, to, sort: 'fix_at' as const, limit: page, ...(after && { after }) }
    const { data, info } = await guarded(client.list('trackerevent', query))
    signal.throwIfAborted()
    events.push(...data)
    after = info.next
    if (!after || events.length >= maxPoints) return { track: toTrack(events), cut: after !== undefined }
  }
}

/** The last position before a moment, to suggest a day with data. */
export async function lastBefore(tracker_id: number, to: string): Promise<string | null> {
  const { data } = await guarded(client.list('trackerevent', { tracker_id, to, sort: '-fix_at', limit: 1 }))
  return data[0]?.fix_at ?? null
}

type NamedTrack = { id: number; track: Track }
type Tracks = { tracks: NamedTrack[]; pending: boolean; failed: boolean; cut: boolean; retry: () => void }
