import { useEffect, useRef } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Fleet } from '../../kit/fleet.ts'
import type { Field } from '../motion/field.ts'
import { type Anchor, anchors, aside, away, radii } from '../motion/labelPlacement.ts'
import { createLabels, type LabelSource } from '../motion/labels.ts'
import { onTick } from '../motion/ticks.ts'

const size = 12
const nothing = { type: 'FeatureCollection' as const, features: [] }

export function LabelsLayer({ field, fleet, colour }: { field: Field; fleet: Fleet; colour: Colours }) {
  const map = useMap().current!
  const byId = useRef(fleet.byId)
  byId.current = fleet.byId

  useEffect(() => {
    const labels = createLabels(field)
    const viewState = () => ({ bounds: map.getBounds(), zoom: map.getZoom(), bearing: map.getBearing() })
    return onTick((full) => {
      const source = map.getSource('labels') as LabelSource | undefined
      if (source) labels.update(source, viewState(), byId.current, full)
    })
  }, [map, field])

  return (
    <Source id="labels" type="geojson" data={nothing}>
      <Layer
        id="labels"
        type="symbol"
        layout={{
          'text-field': ['get', 'text'],
          'text-size': size,
          'text-anchor': ['get', 'anchor'],
          'text-offset': offsets as never,
          'text-max-width': 14,
          'symbol-sort-key': ['get', 'order'],
        }}
        paint={{ 'text-color': colour.label, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}

/** Text offsets in ems, by anchor and ring of the marker. */
const offsets = [
  'match',
  ['concat', ['get', 'anchor'], ['get', 'ring']],
  ...anchors.flatMap(offsetsOf),
  ['literal', [0, 0]],
]

function offsetsOf(anchor: Anchor) {
  return radii.flatMap((_, ring) => {
    const [beyond, beside] = [away[ring]! / size, aside[ring]! / size]
    const offset = { top: [0, beyond], bottom: [0, -beyond], left: [beside, 0], right: [-beside, 0] }[anchor]
    return [`${anchor}${ring}`, ['literal', offset]]
  })
}
