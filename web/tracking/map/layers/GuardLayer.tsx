import type { Feature } from 'geojson'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import type { Guard } from '../../types.ts'
import { circleRing } from '../circleRing.ts'

/** The circle that a guarded tracker must not leave. */
export function GuardLayer({ guard, colour }: { guard: Guard | null; colour: Colours }) {
  const data = useMemo(() => circleOf(guard), [guard])
  if (!data) return null
  const edge = guard?.outside ? colour.outside : colour.selected
  return (
    <Source id="guard" type="geojson" data={data}>
      <Layer id="guard-edge" type="line" paint={{ 'line-color': edge, 'line-width': 2, 'line-dasharray': [2, 2] }} />
    </Source>
  )
}

function circleOf(guard: Guard | null): Feature | null {
  if (!guard?.armed || !guard.position || guard.radius_m === null) return null
  const ring = circleRing(guard.position.coordinates as [number, number], guard.radius_m)
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
}
