import { Layer, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { collisionLayout, useCollisionImage } from './CollisionLayer.tsx'

/** Counts of clusters, above the markers; town names avoid them. Red where all of the trackers are outside. */
export function ClusterCountsLayer({ colour }: { colour: Colours }) {
  useCollisionImage(useMap().current!)
  return (
    <Layer
      id="cluster-counts"
      type="symbol"
      source="clusters"
      layout={{
        ...collisionLayout(['*', 2, ['get', 'radius']]),
        'text-field': ['to-string', ['get', 'count']],
        'text-size': 12,
        'text-allow-overlap': true,
      }}
      paint={{
        'text-color': ['case', allOutside, colour.outside, colour.label] as never,
        'text-halo-color': colour.casing,
        'text-halo-width': 2,
      }}
    />
  )
}

const allOutside = ['==', ['get', 'outside'], ['get', 'count']]
