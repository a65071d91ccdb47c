import { useQuery } from '@tanstack/react-query'
import type { FeatureCollection, Position } from 'geojson'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { Colours } from '#messages/palette.ts'
import { polygonsOf } from '../kit/places/polygons.ts'
import { boundariesOf } from '../kit/queries.ts'
import { boxAround, mainBody, newZealand } from '../map/camera/fit.ts'
import { BoundariesLayer } from '../map/layers/BoundariesLayer.tsx'
import { MapFrame } from '../map/MapFrame.tsx'
import type { Report } from './values.ts'
import { waysOf } from './ways.ts'

/**
 * Where the rows of a report were: a dot where something rested or began, a straight line from begin to end of a trip;
 * visits with their boundaries.
 *
 * @param boundary_id the only one that was asked for, in sight as a whole
 */
export default function ReportMap({ rows, organisation_id, has_boundaries, boundary_id }: Props) {
  const { t } = useTranslation()
  const { data: boundaries = [] } = useQuery({ ...boundariesOf(organisation_id), enabled: has_boundaries })
  const ways = useMemo(() => waysOf(rows), [rows])
  const shown = boundaries.filter(({ id }) => boundary_id === null || id === boundary_id)
  const asked = boundary_id === null ? undefined : shown[0]
  const bounds = useMemo(
    () => boxAround([...mainBody(ways.flat()), ...(asked ? polygonsOf(asked).flat(2) : [])]) ?? newZealand,
    [ways, asked],
  )
  return (
    // Another report begins with its own view.
    <MapFrame key={bounds.join()} label={t('tracking:movement.map')} bounds={bounds} padding={32} in_page>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={shown} colour={colour} />
          <Ways ways={ways} colour={colour} />
        </>
      )}
    </MapFrame>
  )
}

type Props = { rows: Report['rows']; organisation_id: number; has_boundaries: boolean; boundary_id: number | null }

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
