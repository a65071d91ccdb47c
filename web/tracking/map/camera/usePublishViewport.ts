import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { setViewport } from '../../kit/live/viewport.ts'
import { useSelection } from '../../kit/selection.ts'

const every = 250

/** Publishes the viewport, throttled while the map moves. */
export function usePublishViewport() {
  const map = useMap().current!
  const tracker_id = useSelection((state) => state.id)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const publish = () => {
      timer = undefined
      const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]]
      setViewport({
        west: normalise(west),
        south,
        east: normalise(west) + (east - west),
        north,
        zoom: map.getZoom(),
        tracker_id,
      })
    }
    const publishThrottled = () => {
      timer ??= setTimeout(publish, every)
    }
    publish()
    map.on('move', publishThrottled)
    map.on('resize', publishThrottled)
    return () => {
      clearTimeout(timer)
      map.off('move', publishThrottled)
      map.off('resize', publishThrottled)
    }
  }, [map, tracker_id])

  useEffect(() => () => setViewport(null), [])
}

/** MapLibre's longitudes grow beyond 180° when the map is panned around the world; the server takes one world. */
function normalise(lon: number): number {
  return lon - Math.floor((lon + 180) / 360) * 360
}
