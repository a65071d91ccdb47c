import { useEffect, useState } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { nearbyLand, worldLand } from './land.ts'
import type { Box, Land } from './nearby.ts'

/** From this zoom level on the detailed coastline is drawn, of which only the neighbourhood is loaded. */
export const fineZoom = 5

export function useLand(): { world: Land; near: Land } {
  const map = useMap().current!
  const [world, setWorld] = useState(none)
  const [near, setNear] = useState(none)

  useEffect(() => {
    worldLand().then((land) => land && setWorld(land))
  }, [])

  useEffect(() => {
    let loaded: Box | null = null
    const update = async () => {
      const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]]
      if (map.getZoom() < fineZoom || (loaded && within([west, south, east, north], loaded))) return
      const [wide, high] = [east - west, north - south]
      const box: Box = [west - wide, south - high, east + wide, north + high]
      loaded = box
      const land = await nearbyLand(box)
      if (loaded === box && land) setNear(land)
    }
    update()
    map.on('moveend', update)
    return () => {
      loaded = null
      map.off('moveend', update)
    }
  }, [map])

  return { world, near }
}

function within(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

const none: Land = {
  land: { type: 'MultiPolygon', coordinates: [] },
  coast: { type: 'MultiLineString', coordinates: [] },
  borders: { type: 'MultiLineString', coordinates: [] },
}
