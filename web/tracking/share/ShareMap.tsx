import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Marker, useMap } from 'react-map-gl/maplibre'
import { StateMark } from '../kit/StateMark.tsx'
import type { Box } from '../map/camera/fit.ts'
import { MapFrame } from '../map/MapFrame.tsx'
import type { SharedPosition } from './sharedPosition.ts'

/** About two kilometres to each side. */
const reach = 0.02

export default function ShareMap({
  shown,
  position,
}: {
  shown: SharedPosition
  position: NonNullable<SharedPosition['position']>
}) {
  const { t } = useTranslation()
  const [lon, lat] = position.coordinates as [number, number]
  const bounds: Box = [lon - reach, lat - reach, lon + reach, lat + reach]
  return (
    <MapFrame label={t('tracking:share.map')} bounds={bounds}>
      {() => (
        <>
          <Marker longitude={lon} latitude={lat}>
            <div
              role="img"
              aria-label={shown.name ?? t('tracking:share.tracker')}
              style={{ display: 'flex', scale: '1.6' }}
            >
              <StateMark state="inside" />
            </div>
          </Marker>
          <Follow lon={lon} lat={lat} />
        </>
      )}
    </MapFrame>
  )
}

/** Recentres the map when the tracker leaves it. */
function Follow({ lon, lat }: { lon: number; lat: number }) {
  const map = useMap().current!
  useEffect(() => {
    if (!map.getBounds().contains([lon, lat])) map.easeTo({ center: [lon, lat] })
  }, [map, lon, lat])
  return null
}
