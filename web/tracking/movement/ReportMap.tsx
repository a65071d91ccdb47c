import type { FeatureCollection, Position } from 'geojson'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { boxAround, mainBody, newZealand } from '../map/camera/fit.ts'
import { MapFrame } from '../map/MapFrame.tsx'
import type { Report } from './values.ts'
import { waysOf } from './ways.ts'

/** Where the rows of a report were: a dot where something rested or began, a straight line from begin to end of a trip. */
export default function ReportMap({ rows }: { rows: Report['rows'] }) {
  const { t } = useTranslation()
  const ways = useMemo(() => waysOf(rows), [rows])
  const bounds = useMemo(() => boxAround(mainBody(ways.flat())) ?? newZealand, [ways])
  return (
    // Another report begins with its own view.
    <MapFrame key={bounds.join()} label={t('tracking:movement.map')} bounds={bounds} padding={32} in_page>
      {(colour) => <Ways ways={ways} colour={colour} />}
    </MapFrame>
  )
}

function Ways({ ways, colour }: { ways: Position[][]; colour: Colours }) {
  const data = useMemo<FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: ways.flatMap((way) => [
        ...(way.length > 1
          ? [{ type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates: way } }]
          : []),
        { type: 'Feature' as const, properties: {}, geometry: { type: 'Point' as const, coordinates: way.at(-1)! } },
      ]),
    }),
    [ways],
  )
  return (
    <Source id="report" type="geojson" data={data}>
      <Layer
        id="report-ways"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        paint={{ 'line-color': colour.boundary, 'line-width': 1.5, 'line-opacity': 0.6, 'line-dasharray': [3, 2] }}
      />
      <Layer
        id="report-places"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{
          'circle-radius': 5,
          'circle-color': colour.boundary,
          'circle-opacity': 0.7,
          'circle-stroke-color': colour.halo,
          'circle-stroke-width': 1,
        }}
      />
    </Source>
  )
}
