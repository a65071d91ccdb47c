import type { FeatureCollection } from 'geojson'
import type { MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { toDuration } from '../../kit/format/format.ts'
import type { Shown } from './Markers.tsx'
import type { Player } from './player/playback.ts'
import { usePlaceOfLeg } from './usePlaceOfLeg.ts'

/** The stops of all tracks, with place and duration; a click jumps to their begin. */
export function StopsLayer({ shown, player, colour }: { shown: Shown[]; player: Player; colour: Colours }) {
  const map = useMap().current!
  const placeOf = usePlaceOfLeg()
  const stops = useMemo<FeatureCollection>(() => {
    const features = shown.flatMap(({ legs, line }) =>
      legs.flatMap((leg) => {
        const { kind, position, from, duration_s } = leg
        if (kind !== 'stop' || !position) return []
        const text = [placeOf(leg), toDuration(duration_s)].filter(Boolean).join('\n')
        const geometry = { type: 'Point' as const, coordinates: position }
        return [{ type: 'Feature' as const, geometry, properties: { from, line, text, order: -duration_s } }]
      }),
    )
    return { type: 'FeatureCollection', features }
  }, [shown, placeOf])

  useEffect(() => {
    const jump = ({ features }: MapLayerMouseEvent) => {
      const from = features?.[0]?.properties.from
      if (typeof from === 'number') player.seek(from)
    }
    const [point, leave] = ['pointer', ''].map((cursor) => () => {
      map.getCanvas().style.cursor = cursor
    }) as [() => void, () => void]
    map.on('click', 'stops', jump)
    map.on('mouseenter', 'stops', point)
    map.on('mouseleave', 'stops', leave)
    return () => {
      map.off('click', 'stops', jump)
      map.off('mouseenter', 'stops', point)
      map.off('mouseleave', 'stops', leave)
    }
  }, [map, player])

  return (
    <Source id="stops" type="geojson" data={stops}>
      <Layer
        id="stops"
        type="circle"
        paint={{
          'circle-radius': 6,
          'circle-color': colour.casing,
          'circle-stroke-width': 3,
          'circle-stroke-color': ['get', 'line'],
        }}
      />
      <Layer
        id="stop-names"
        type="symbol"
        layout={{
          'text-field': ['get', 'text'],
          'text-size': 12,
          'text-anchor': 'top',
          'text-offset': [0, 0.9],
          'text-max-width': 14,
          'symbol-sort-key': ['get', 'order'],
        }}
        paint={{ 'text-color': colour.label, 'text-halo-color': colour.labelHalo, 'text-halo-width': 1.5 }}
      />
    </Source>
  )
}
