import { useEffect, useState } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import type { SharedTracker } from './sharedPosition.ts'

/** Pixels that a name takes, to each side and downwards. */
const room = { x: 110, y: 26 }

/** The trackers whose names have room at the present view: the chosen one first, then in order. */
export function useLabelled(trackers: SharedTracker[], selected: string | null): Set<string> {
  const map = useMap().current!
  const [view, setView] = useState(0)
  useEffect(() => {
    const onMove = () => setView((count) => count + 1)
    map.on('moveend', onMove)
    return () => void map.off('moveend', onMove)
  }, [map])
  const [labelled, setLabelled] = useState(new Set<string>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has other room
  useEffect(() => {
    const ordered = trackers.toSorted((a, b) => Number(b.key === selected) - Number(a.key === selected))
    const taken: { x: number; y: number }[] = []
    const names = new Set<string>()
    for (const { key, position } of ordered) {
      const { x, y } = map.project(position!.coordinates as [number, number])
      if (taken.some((other) => Math.abs(other.x - x) < room.x && Math.abs(other.y - y) < room.y)) continue
      taken.push({ x, y })
      names.add(key)
    }
    setLabelled(names)
  }, [map, trackers, selected, view])
  return labelled
}
