import { useEffect } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { setViewport } from '../../fleet/viewport.ts'
import { useSelection } from '../selection.ts'

const every = 250

/** Publishes the viewport, throttled while the map moves. */
export function usePublishViewport() {
  const map = useMap().current!
  const tracker_id = useSelection((state) => state.id)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]]
      setViewport({
        west: around(west),
        south,
        east: around(west) + (east - west),
        north,
        zoom: map.getZoom(),
        tracker_id,
      })
    }
    const soon = () => {
      timer ??= setTimeout(tell, every)
    }
    tell()
    map.on('move', soon)
    map.on('resize', soon)
    return () => {
      clearTimeout(timer)
      map.off('move', soon)
      map.off('resize', soon)
    }
  }, [map, tracker_id])

  useEffect(() => () => setViewport(null), [])
}

/** MapLibre's longitudes grow beyond 180° when the map is panned around the world; the server takes one world. */
function around(lon: number): number {
  return lon - Math.floor((lon + 180) / 360) * 360
}
