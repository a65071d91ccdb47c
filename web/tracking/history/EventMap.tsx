import { useTranslation } from 'react-i18next'
import { Marker } from 'react-map-gl/maplibre'
import { StateMark } from '../kit/StateMark.tsx'
import type { Box } from '../map/camera/fit.ts'
import { AccuracyLayer } from '../map/layers/AccuracyLayer.tsx'
import { BoundariesLayer } from '../map/layers/BoundariesLayer.tsx'
import { MapFrame } from '../map/MapFrame.tsx'
import type { Boundary, TrackerEvent } from '../types.ts'

/** About a kilometre to each side. */
const reach = 0.01
/** Metres a second: below it a heading is noise. */
const slowest = 0.5

export default function EventMap({ event, position, boundaries }: Props) {
  const { t } = useTranslation()
  const [lon, lat] = position.coordinates as [number, number]
  const bounds: Box = [lon - reach, lat - reach, lon + reach, lat + reach]
  const state = event.outside_boundary === null ? 'unknown' : event.outside_boundary ? 'outside' : 'inside'
  const moves = event.heading !== null && (event.speed ?? 0) >= slowest
  return (
    <MapFrame label={t('tracking:history.eventMap')} bounds={bounds}>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={boundaries} colour={colour} />
          <AccuracyLayer fix={event} colour={colour} />
          <Marker longitude={lon} latitude={lat}>
            <div style={{ display: 'flex', transform: 'scale(1.5)' }}>
              <StateMark state={state} doing={moves ? 'moving' : undefined} heading={event.heading} />
            </div>
          </Marker>
        </>
      )}
    </MapFrame>
  )
}

type Props = { event: TrackerEvent; position: NonNullable<TrackerEvent['position']>; boundaries: Boundary[] }
