import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Position } from 'geojson'
import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttributionControl, Map as MapView, ScaleControl } from 'react-map-gl/maplibre'
import type { Fleet } from '../fleet/fleet.ts'
import { useLatest } from '../fleet/useLatest.ts'
import { useChosen } from '../stores/chosen.ts'
import { website } from '../website.ts'
import { colours } from './basemap/colours.ts'
import { Camera } from './Camera.tsx'
import './map.css'
import { newZealand } from './fit.ts'
import { AccuracyLayer } from './layers/AccuracyLayer.tsx'
import { Basemap, emptyStyle } from './layers/Basemap.tsx'
import { BoundariesLayer } from './layers/BoundariesLayer.tsx'
import { LabelsLayer } from './layers/LabelsLayer.tsx'
import { TrackersLayer } from './layers/TrackersLayer.tsx'
import { TrailLayer } from './layers/TrailLayer.tsx'
import { MapButtons } from './MapButtons.tsx'
import { Field } from './motion/field.ts'

setWorkerUrl(workerUrl)

export default function FleetMap({ fleet, trail, ready }: { fleet: Fleet; trail: Position[]; ready: boolean }) {
  const { t } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const { data, isPending } = useQuery(website)
  const styleUrl = data?.map_style_url
  const [field] = useState(() => new Field())
  const latest = useLatest(useChosen((state) => state.id))
  const colour = colours[scheme]
  if (isPending) return null
  return (
    <MapView
      mapStyle={styleUrl || emptyStyle}
      initialViewState={{ bounds: newZealand, fitBoundsOptions: { padding: 40 } }}
      maxPitch={0}
      fadeDuration={0}
      renderWorldCopies
      attributionControl={false}
      locale={{ 'Map.Title': t('map.label') }}
      style={{ position: 'absolute', inset: 0 }}
    >
      {!styleUrl && <Basemap colour={colour} />}
      <BoundariesLayer boundaries={fleet.boundaries} colour={colour} />
      <TrailLayer trail={trail} colour={colour} />
      <AccuracyLayer fix={latest?.fix ?? null} colour={colour} />
      <TrackersLayer field={field} fleet={fleet} colour={colour} />
      <LabelsLayer field={field} fleet={fleet} colour={colour} />
      <Camera field={field} fleet={fleet} ready={ready} />
      <MapButtons fleet={fleet} />
      <ScaleControl position="bottom-left" />
      <AttributionControl position="bottom-right" compact />
    </MapView>
  )
}
