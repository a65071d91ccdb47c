import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapMouseEvent, Marker, useMap } from 'react-map-gl/maplibre'
import { type Box, newZealand } from '../map/camera/fit.ts'
import { lastView } from '../map/camera/lastView.ts'
import { MapFrame } from '../map/MapFrame.tsx'

/** About a kilometre to each side. */
const reach = 0.01

/** @param onPick called with longitude and latitude where the map is pressed, or the marker is dropped */
export default function LocationMap({ position, onPick }: Props) {
  const { t } = useTranslation()
  const bounds = position ? around(position) : (lastView() ?? newZealand)
  return (
    <MapFrame label={t('tracking:locations.map')} bounds={bounds} in_page>
      {(colour) => (
        <>
          {onPick && <Pick onPick={onPick} />}
          <Follow position={position} />
          {position && (
            <Marker
              longitude={position[0]}
              latitude={position[1]}
              anchor="bottom"
              color={colour.selected}
              draggable={onPick !== undefined}
              onDragEnd={({ lngLat }) => pick(lngLat, onPick!)}
            />
          )}
        </>
      )}
    </MapFrame>
  )
}

function Pick({ onPick }: { onPick: OnPick }) {
  const map = useMap().current!
  const latest = useRef(onPick)
  useEffect(() => {
    latest.current = onPick
  }, [onPick])
  useEffect(() => {
    const press = ({ lngLat }: MapMouseEvent) => pick(lngLat, latest.current)
    map.on('click', press)
    return () => void map.off('click', press)
  }, [map])
  return null
}

/** Shows a place that was typed, where the map does not show it yet. */
function Follow({ position }: { position: [number, number] | null }) {
  const map = useMap().current!
  useEffect(() => {
    if (position && !map.getBounds().contains(position)) map.fitBounds(around(position), { duration: 0, maxZoom: 15 })
  }, [map, position])
  return null
}

const around = ([lon, lat]: [number, number]): Box => [lon - reach, lat - reach, lon + reach, lat + reach]

function pick({ lng, lat }: { lng: number; lat: number }, onPick: OnPick) {
  const lon = ((((lng + 180) % 360) + 360) % 360) - 180
  onPick(Number(lon.toFixed(6)), Number(lat.toFixed(6)))
}

type OnPick = (lon: number, lat: number) => void
type Props = { position: [number, number] | null; onPick?: OnPick }
