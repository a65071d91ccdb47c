import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, Marker, Source, useMap } from 'react-map-gl/maplibre'
import { boxAround } from '../map/camera/fit.ts'
import { MapFrame } from '../map/MapFrame.tsx'
import classes from './Loans.module.css'
import type { Borrowed } from './useBorrowed.ts'

/** The way of a borrowed tracker, and where it is, or was at a moment that is chosen. */
export default function LoanMap({ loan, points, shown }: Props) {
  const { t } = useTranslation()
  const way = useMemo(() => points.map(([, lon, lat]) => [lon, lat]), [points])
  const now = loan.lon !== null && loan.lat !== null ? [loan.lon, loan.lat] : null
  const at = shown ? [shown[1], shown[2]] : (now ?? way.at(-1)!)
  const bounds = useMemo(() => around([...way, ...(now ? [now] : [])]), [way, now])
  const line: Feature = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: way } }
  return (
    <MapFrame label={t('tracking:loans.map')} bounds={bounds} in_page>
      {(colour) => (
        <>
          {way.length > 1 && (
            <Source id="loan-way" type="geojson" data={line}>
              <Layer id="trail-casing" type="line" paint={{ 'line-color': colour.casing, 'line-width': 5 }} />
              <Layer id="trail" type="line" paint={{ 'line-color': colour.trail, 'line-width': 3 }} />
            </Source>
          )}
          <Marker longitude={at[0]!} latitude={at[1]!}>
            <span className={classes.marker}>{loan.tracker_name ?? t('tracking:loans.unnamed')}</span>
          </Marker>
          <FitOnce bounds={bounds} />
        </>
      )}
    </MapFrame>
  )
}

/** The way comes after the position. */
function FitOnce({ bounds }: { bounds: Bounds }) {
  const map = useMap().current!
  const fitted = useRef(bounds)
  useEffect(() => {
    if (fitted.current.join() === bounds.join()) return
    fitted.current = bounds
    map.fitBounds(bounds, { padding: 40, maxZoom: 13.5, duration: 0 })
  }, [map, bounds])
  return null
}

/** At least a few kilometres: nearer than that a map without streets is empty. */
function around(points: number[][]): Bounds {
  const [west, south, east, north] = boxAround(points)!
  return [west - 0.02, south - 0.02, east + 0.02, north + 0.02]
}

type Bounds = [number, number, number, number]
type Props = { loan: Borrowed; points: [number, number, number][]; shown: [number, number, number] | null }
