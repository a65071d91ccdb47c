import { Layer, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { collisionLayout, useCollisionImage } from './CollisionLayer.tsx'

/**
 * Counts of clusters, above the markers; town names avoid them. If some of the trackers are outside, their number is
 * below in red.
 */
export function ClusterCountsLayer({ colour }: { colour: Colours }) {
  useCollisionImage(useMap().current!)
  return (
    <Layer
      id="cluster-counts"
      type="symbol"
      source="clusters"
      layout={{
        ...collisionLayout(['*', 2, ['get', 'radius']]),
        'text-field': [
          'case',
          ['>', ['get', 'outside'], 0],
          ['format', ...total(colour.label), ...some(colour.outside)],
          ['to-string', ['get', 'count']],
        ] as never,
        'text-size': 12,
        'text-allow-overlap': true,
      }}
      paint={{ 'text-color': colour.label, 'text-halo-color': colour.casing, 'text-halo-width': 2 }}
    />
  )
}

const mixed = ['<', ['get', 'outside'], ['get', 'count']]

const total = (ink: string) => [['case', mixed, ['concat', ['get', 'count'], '\n'], ''], { 'text-color': ink }]
const some = (ink: string) => [
  ['to-string', ['get', 'outside']],
  { 'text-color': ink, 'font-scale': ['case', mixed, 0.85, 1] },
]
