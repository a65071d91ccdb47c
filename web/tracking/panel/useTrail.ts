import { useQuery } from '@tanstack/react-query'
import type { Position } from 'geojson'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { positions } from '../kit/live/positions.ts'
import type { TrackerEvent } from '../types.ts'

const hour = 3600_000

/** A tracker's positions of the last hour, continued by live positions. */
export function useTrail(tracker_id: number | null): { trail: Position[]; failed: boolean } {
  const past = useQuery({
    queryKey: keys.trail(tracker_id),
    enabled: tracker_id !== null,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => api.events(tracker_id!, new Date(Date.now() - hour).toISOString(), new Date().toISOString()),
  })
  const live = useReports(tracker_id)
  const trail = useMemo(() => toTrail([...(past.data ?? []), ...live]), [past.data, live])
  return { trail, failed: past.isError }
}

function useReports(tracker_id: number | null): TrackerEvent[] {
  const [reports, setReports] = useState<TrackerEvent[]>([])

  useEffect(() => {
    let waiting: TrackerEvent[] = []
    const unsubscribe = positions.subscribe((changed) => {
      if (tracker_id === null || !changed.has(tracker_id)) return
      const fix = positions.latest.get(tracker_id)?.fix
      if (fix) waiting.push(fix)
    })
    const timer = setInterval(() => {
      if (waiting.length === 0) return
      const more = waiting
      waiting = []
      setReports((before) => [...before, ...more])
    }, 1000)
    return () => {
      unsubscribe()
      clearInterval(timer)
      setReports([])
    }
  }, [tracker_id])

  return reports
}

function toTrail(events: TrackerEvent[], now = Date.now()): Position[] {
  const oldest = new Date(now - hour).toISOString()
  return events
    .filter((event) => event.position && event.valid && event.fix_at >= oldest)
    .sort((a, b) => a.fix_at.localeCompare(b.fix_at))
    .map((event) => event.position!.coordinates)
}
