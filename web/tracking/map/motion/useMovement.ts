import { useEffect, useRef } from 'react'
import type { Fleet } from '../../kit/fleet.ts'
import { positions } from '../../kit/live/positions.ts'
import { movementOf, statusOf } from '../../kit/state.ts'
import type { Field } from './field.ts'
import { type Mark, markerStyleOf } from './markerStyle.ts'
import type { Markers } from './markers.ts'
import { toMercator } from './track.ts'

const longestMove = 2000
const recheckEvery = 10_000

/** Writes live positions into the field, outside React. */
export function useMovement({ field, markers, fleet, selected, hovered }: Movement) {
  const now = useRef({ fleet, selected, hovered })
  now.current = { fleet, selected, hovered }

  useEffect(() => {
    let glide = false
    const drawn = new Map<number, number>()

    const show = (id: number) => {
      const { fleet, selected, hovered } = now.current
      const tracker = fleet.byId.get(id)
      const latest = positions.latest.get(id)
      if (!tracker?.active || !latest?.fix?.position) {
        drawn.delete(id)
        return field.remove(id)
      }
      const { fix } = latest
      const mark: Mark = id === selected ? 2 : id === hovered ? 1 : 0
      const reported = { latest, presence: positions.presence.get(id), alert: fleet.leaving.get(id) }
      const style = markerStyleOf(
        statusOf(tracker, reported),
        latest,
        movementOf(tracker, positions.movement.get(id), latest),
        mark,
      )
      const before = drawn.get(id)
      const at = Date.parse(fix.fix_at)
      if (before === at) return field.restyle(id, style)
      const [lon, lat] = fix.position!.coordinates as [number, number]
      const { x, y } = toMercator(lon, lat)
      const lasts = glide && before !== undefined ? Math.min(longestMove, at - before) : 0
      field.put(id, x, y, style, performance.now(), lasts)
      drawn.set(id, at)
    }
    const showThese = (ids: Iterable<number>) => {
      for (const id of ids) show(id)
      glide = !matchMedia('(prefers-reduced-motion: reduce)').matches
      markers.changed()
    }
    const showAll = () => showThese(new Set([...field.ids, ...positions.latest.keys()]))
    // After the page was hidden, markers jump to their positions.
    const standStill = () => {
      glide = false
    }

    refresh.current = { showAll, showThese }
    showAll()
    const unsubscribe = positions.subscribe(showThese)
    const timer = setInterval(showAll, recheckEvery)
    document.addEventListener('visibilitychange', standStill)
    return () => {
      unsubscribe()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', standStill)
    }
  }, [field, markers])

  const refresh = useRef<Refresh | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed fleet changes the style of all markers
  useEffect(() => refresh.current?.showAll(), [fleet])

  useEffect(() => {
    const marked = [selected, hovered].filter((id) => id !== null)
    refresh.current?.showThese(marked)
    return () => refresh.current?.showThese(marked)
  }, [selected, hovered])
}

type Refresh = { showAll: () => void; showThese: (ids: Iterable<number>) => void }
type Movement = { field: Field; markers: Markers; fleet: Fleet; selected: number | null; hovered: number | null }
