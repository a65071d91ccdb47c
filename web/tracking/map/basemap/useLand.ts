import { useEffect, useState } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { fineZoom, wantsCoast } from './detail.ts'
import { nearbyLand, worldLand } from './land.ts'
import type { Box, Land } from './nearby.ts'

/** Degrees to each side, at least: with a margin the map seldom loads again on panning. */
const margin = 3

/** The coarse world map, and the detailed one around the viewport with the box that it covers. */
export function useLand(): { world: Land; near: Land; box: Box | null } {
  const map = useMap().current!
  const [world, setWorld] = useState(none)
  const [near, setNear] = useState({ land: none, box: null as Box | null })

  useEffect(() => {
    worldLand().then((land) => land && setWorld(land))
  }, [])

  useEffect(() => {
    let loaded: { box: Box; coast: boolean } | null = null
    const update = async () => {
      const [[west, south], [east, north]] = map.getBounds().toArray() as [[number, number], [number, number]]
      const coast = wantsCoast(map.getZoom(), [west, south, east, north])
      const covered = loaded && within([west, south, east, north], loaded.box) && (loaded.coast || !coast)
      if (map.getZoom() < fineZoom || covered) return
      const [wide, high] = [Math.max(east - west, margin), Math.max(north - south, margin)]
      const box: Box = [west - wide, Math.max(south - high, -85), east + wide, Math.min(north + high, 85)]
      const request = { box, coast }
      loaded = request
      const land = await nearbyLand(box, coast)
      if (loaded !== request) return
      if (land) setNear({ land, box })
      // Tried again on the next movement.
      else loaded = null
    }
    update()
    map.on('moveend', update)
    return () => {
      loaded = null
      map.off('moveend', update)
    }
  }, [map])

  return { world, near: near.land, box: near.box }
}

function within(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

const none: Land = {
  land: { type: 'MultiPolygon', coordinates: [] },
  coast: { type: 'MultiLineString', coordinates: [] },
  borders: { type: 'MultiLineString', coordinates: [] },
}
