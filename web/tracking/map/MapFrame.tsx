import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { useComputedColorScheme } from '@mantine/core'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  AttributionControl,
  type ErrorEvent,
  Map as MapView,
  ScaleControl,
  type ViewStateChangeEvent,
} from 'react-map-gl/maplibre'
import { type Colours, palette } from '#messages/palette.ts'
import type { Box } from './camera/fit.ts'
import { keepView } from './camera/lastView.ts'
import { BasemapButton } from './choice/BasemapButton.tsx'
import { BasemapNote } from './choice/BasemapNote.tsx'
import { useBasemap } from './choice/useBasemap.ts'
import { Basemap, emptyStyle } from './layers/Basemap.tsx'
import { LayerOrder } from './layers/LayerOrder.tsx'
import { isOfBasemap, StyleLayers } from './layers/StyleLayers.tsx'

maplibre.setWorkerUrl(workerUrl)

/**
 * Map with the selected base map; children are layers.
 *
 * @param own_buttons whether the children bring the buttons of the map, with the switch of base maps
 * @param in_page a small map in a page that scrolls: the wheel and one finger move the page
 */
export function MapFrame({ label, bounds, padding = 40, own_buttons = false, in_page = false, children }: Props) {
  const scheme = useComputedColorScheme('light')
  const drawn = useBasemap(scheme)
  const { basemap, style, built_in, onTilesFailed, onTilesLoaded } = drawn
  const colour = palette.map[scheme]
  const { t } = useTranslation()
  const gestures = {
    'CooperativeGesturesHandler.WindowsHelpText': t('tracking:map.gestures.windows'),
    'CooperativeGesturesHandler.MacHelpText': t('tracking:map.gestures.mac'),
    'CooperativeGesturesHandler.MobileHelpText': t('tracking:map.gestures.mobile'),
  }
  return (
    <MapView
      // Loaded by itself it comes later, when the page may have hidden the map's element.
      mapLib={maplibre}
      mapStyle={emptyStyle}
      initialViewState={{ bounds, fitBoundsOptions: { padding, maxZoom: 15 } }}
      maxPitch={0}
      fadeDuration={0}
      renderWorldCopies
      attributionControl={false}
      cooperativeGestures={in_page}
      locale={{ 'Map.Title': label, ...gestures }}
      style={{ position: 'absolute', inset: 0 }}
      onMoveEnd={({ target }: ViewStateChangeEvent) => keepView(target.getBounds())}
      onError={logUnlessBasemap}
    >
      {built_in && <Basemap colour={colour} covered={style && basemap.bounds} />}
      {style && <StyleLayers style={style} onFailed={onTilesFailed} onLoaded={onTilesLoaded} />}
      {children(colour)}
      <LayerOrder />
      {!own_buttons && !in_page && <BasemapButton />}
      <BasemapNote {...drawn} only_failures={in_page} />
      {!in_page && <ScaleControl position="bottom-left" />}
      <AttributionControl position="bottom-right" compact />
    </MapView>
  )
}

/** A base map that fails is replaced and named on the map. */
function logUnlessBasemap(event: ErrorEvent) {
  if (!isOfBasemap(event)) console.error(event.error)
}

type Padding = number | { top: number; bottom: number; left: number; right: number }
type Props = {
  label: string
  bounds: Box
  padding?: Padding
  own_buttons?: boolean
  in_page?: boolean
  children: (colour: Colours) => ReactNode
}
