import { useEffect, useMemo, useRef } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { boxAround } from '../map/camera/fit.ts'
import type { Shown } from './Markers.tsx'
import type { Player } from './player/playback.ts'
import { placeAt, type Track } from './track.ts'

/** Fits all tracks first, then optionally follows one tracker. Dragging the map stops following. */
export function useReplayCamera(shown: Shown[], followed: Track | null, player: Player, stop: () => void) {
  const map = useMap().current!
  const ends = useRef(stop)
  ends.current = stop

  useEffect(() => {
    const end = () => ends.current()
    map.on('dragstart', end)
    return () => void map.off('dragstart', end)
  }, [map])

  const box = useMemo(() => boxAround(shown.flatMap(({ track }) => track.map(({ lon, lat }) => [lon, lat]))), [shown])
  const place = box?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed name or colour does not move the map
  useEffect(() => {
    const { clientWidth, clientHeight } = map.getContainer()
    const padding = Math.min(60, clientWidth / 6, clientHeight / 6)
    if (box) map.fitBounds(box, { padding, maxZoom: 15, duration: 0 })
  }, [map, place])

  useEffect(() => {
    if (!followed) return
    let moved_at = 0
    const follow = () => {
      const now = performance.now()
      const place = placeAt(followed, player.store.getState().at)
      // Does not interrupt a running animation: the marker stays in view until the next one.
      if (!place || now - moved_at < 400 || map.isMoving()) return
      const { x, y } = map.project([place.lon, place.lat])
      const { clientWidth, clientHeight } = map.getContainer()
      const inside = (value: number, size: number) => value > size * 0.15 && value < size * 0.85
      if (inside(x, clientWidth) && inside(y, clientHeight)) return
      moved_at = now
      map.easeTo({ center: [place.lon, place.lat], duration: 350 })
    }
    follow()
    return player.store.subscribe(follow)
  }, [map, followed, player])
}
