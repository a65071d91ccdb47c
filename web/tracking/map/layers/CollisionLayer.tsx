import type { Feature } from 'geojson'
import { useEffect, useMemo } from 'react'
import { Layer, type MapRef, Source, useMap } from 'react-map-gl/maplibre'
import type { TrackerEvent } from '../../../core/types.ts'

/** Pixels: the ring about a chosen tracker. */
const across = 38

/** Keeps names of towns away from the chosen tracker: markers are drawn past MapLibre, which cannot know of them. */
export function CollisionLayer({ fix }: { fix: TrackerEvent | null }) {
  const map = useMap().current!
  useCollisionImage(map)
  const data = useMemo<Feature>(
    () => ({ type: 'Feature', properties: {}, geometry: fix?.position ?? { type: 'MultiPoint', coordinates: [] } }),
    [fix],
  )
  return (
    <Source id="room" type="geojson" data={data}>
      <Layer id="room" type="symbol" layout={collisionLayout(across)} />
    </Source>
  )
}

/** Takes room among the names and shows nothing; `size` is in pixels, or an expression for it. */
export function collisionLayout(size: number | unknown[]) {
  return { 'icon-image': name, 'icon-size': size as number, 'icon-allow-overlap': true, 'icon-padding': 0 }
}

/** One clear pixel, which is enlarged to what is to be kept free. */
export function useCollisionImage(map: MapRef) {
  useEffect(() => {
    const add = () => {
      if (!map.hasImage(name)) map.addImage(name, { width: 1, height: 1, data: new Uint8Array(4) })
    }
    add()
    // A style that comes later begins without it.
    map.on('styledata', add)
    return () => void map.off('styledata', add)
  }, [map])
}

const name = 'room'
