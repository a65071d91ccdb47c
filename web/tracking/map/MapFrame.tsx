import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { ReactNode } from 'react'
import { AttributionControl, Map as MapView, ScaleControl, type ViewStateChangeEvent } from 'react-map-gl/maplibre'
import { type Colours, palette } from '#messages/palette.ts'
import { website } from '../../core/website.ts'
import type { Box } from './camera/fit.ts'
import { keepView } from './camera/lastView.ts'
import { Basemap, emptyStyle } from './layers/Basemap.tsx'
import { LayerOrder } from './layers/LayerOrder.tsx'

setWorkerUrl(workerUrl)

/** Map with the base map; children are layers. */
export function MapFrame({ label, bounds, padding = 40, children }: Props) {
  const scheme = useComputedColorScheme('light')
  const { data, isPending } = useQuery(website)
  const styleUrl = data?.map_style_url
  const colour = palette.map[scheme]
  if (isPending) return null
  return (
    <MapView
      mapStyle={styleUrl || emptyStyle}
      initialViewState={{ bounds, fitBoundsOptions: { padding, maxZoom: 15 } }}
      maxPitch={0}
      fadeDuration={0}
      renderWorldCopies
      attributionControl={false}
      locale={{ 'Map.Title': label }}
      style={{ position: 'absolute', inset: 0 }}
      onMoveEnd={({ target }: ViewStateChangeEvent) => keepView(target.getBounds())}
    >
      {!styleUrl && <Basemap colour={colour} />}
      {children(colour)}
      <LayerOrder />
      <ScaleControl position="bottom-left" />
      <AttributionControl position="bottom-right" compact />
    </MapView>
  )
}

type Padding = number | { top: number; bottom: number; left: number; right: number }
type Props = { label: string; bounds: Box; padding?: Padding; children: (colour: Colours) => ReactNode }
