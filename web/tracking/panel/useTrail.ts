import { useQuery } from '@tanstack/react-query'
import type { Position } from 'geojson'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { positions } from '../kit/live/positions.ts'
import { useTrailMinutes } from '../map/layers.ts'
import type { TrackerEvent } from '../types.ts'

const minute = 60_000

/** A tracker's positions of the last minutes, continued by live positions. */
export function useTrail(tracker_id: number | null): { trail: Position[]; failed: boolean } {
  const minutes = useTrailMinutes((state) => state.minutes)
  const past = useQuery({
    queryKey: keys.trail(tracker_id, minutes),
    enabled: tracker_id !== null,
    gcTime: 0,
    staleTime: 0,
    queryFn: () =>
      api.events(tracker_id!, new Date(Date.now() - minutes * minute).toISOString(), new Date().toISOString()),
  })
  const live = useReports(tracker_id)
  const trail = useMemo(() => toTrail([...(past.data ?? []), ...live], minutes), [past.data, live, minutes])
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

function toTrail(events: TrackerEvent[], minutes: number, now = Date.now()): Position[] {
  const oldest = new Date(now - minutes * minute).toISOString()
  return events
    .filter((event) => event.position && event.valid && event.fix_at >= oldest)
    .sort((a, b) => a.fix_at.localeCompare(b.fix_at))
    .map((event) => event.position!.coordinates)
}
