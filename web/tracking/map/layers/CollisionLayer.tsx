import type { Feature } from 'geojson'
import { useEffect, useMemo } from 'react'
import { Layer, type MapRef, Source, useMap } from 'react-map-gl/maplibre'
import type { TrackerEvent } from '../../types.ts'

/** Diameter in pixels of the ring around the selected tracker. */
const across = 38

/**
 * Keeps town names off the selected tracker: markers are drawn by a custom layer, outside MapLibre's collision
 * detection.
 */
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

/** Layout of an invisible symbol that takes part in collision detection; `size` in pixels, or an expression. */
export function collisionLayout(size: number | unknown[]) {
  return { 'icon-image': name, 'icon-size': size as number, 'icon-allow-overlap': true, 'icon-padding': 0 }
}

/** A transparent pixel, scaled to the size to reserve. */
export function useCollisionImage(map: MapRef) {
  useEffect(() => {
    const add = () => {
      if (!map.hasImage(name)) map.addImage(name, { width: 1, height: 1, data: new Uint8Array(4) })
    }
    add()
    // A new style has no images.
    map.on('styledata', add)
    return () => void map.off('styledata', add)
  }, [map])
}

const name = 'room'
