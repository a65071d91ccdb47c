import { useEffect, useRef } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import type { Fleet } from '../../fleet/fleet.ts'
import type { Colours } from '../basemap/colours.ts'
import type { Field } from '../motion/field.ts'
import { createLabels, type LabelSource } from '../motion/labels.ts'
import { onTick } from '../motion/ticks.ts'

const nothing = { type: 'FeatureCollection' as const, features: [] }

export function LabelsLayer({ field, fleet, colour }: { field: Field; fleet: Fleet; colour: Colours }) {
  const map = useMap().current!
  const byId = useRef(fleet.byId)
  byId.current = fleet.byId

  useEffect(() => {
    const labels = createLabels(field)
    const lookingAt = () => ({ bounds: map.getBounds(), zoom: map.getZoom(), bearing: map.getBearing() })
    return onTick((full) => {
      const source = map.getSource('labels') as LabelSource | undefined
      if (source) labels.update(source, lookingAt(), byId.current, full)
    })
  }, [map, field])

  return (
    <Source id="labels" type="geojson" data={nothing}>
      <Layer
        id="labels"
        type="symbol"
        layout={{
          'text-field': ['get', 'text'],
          'text-size': 12,
          'text-anchor': ['get', 'anchor'],
          'text-offset': [
            'match',
            ['get', 'anchor'],
            'top',
            ['literal', [0, 1.2]],
            'bottom',
            ['literal', [0, -1.2]],
            'left',
            ['literal', [1.6, 0]],
            ['literal', [-1.6, 0]],
          ],
          'text-max-width': 14,
          'symbol-sort-key': ['get', 'order'],
        }}
        paint={{ 'text-color': colour.label, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}
