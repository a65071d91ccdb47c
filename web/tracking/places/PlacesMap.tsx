import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import { boxAround, mainBody, newZealand } from '../map/camera/fit.ts'
import { BoundariesLayer } from '../map/layers/BoundariesLayer.tsx'
import { SuggestedLayer } from '../map/layers/SuggestedLayer.tsx'
import { MapFrame } from '../map/MapFrame.tsx'
import type { Boundary } from '../types.ts'
import { keyOf, type Place } from './suggestionsOf.ts'

/** Suggested places among the boundaries that there are. A click chooses one. */
export default function PlacesMap({ places, boundaries, selected, select }: Props) {
  const { t } = useTranslation()
  const circles = useMemo(() => places.map((place) => ({ ...place, key: keyOf(place) })), [places])
  const bounds = boxAround(mainBody(places.map(({ lon, lat }) => [lon, lat]))) ?? newZealand
  return (
    <MapFrame label={t('tracking:places.map')} bounds={bounds} padding={40} in_page>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={boundaries} colour={colour} />
          <SuggestedLayer circles={circles} selected={selected} select={select} colour={colour} />
          <Focus place={circles.find(({ key }) => key === selected) ?? null} />
        </>
      )}
    </MapFrame>
  )
}

function Focus({ place }: { place: Place | null }) {
  const map = useMap().current!
  const [lon, lat] = [place?.lon, place?.lat]
  useEffect(() => {
    if (lon === undefined || lat === undefined) return
    map.flyTo({ center: [lon, lat], zoom: Math.max(map.getZoom(), CLOSE), duration: 600 })
  }, [map, lon, lat])
  return null
}

/** Near enough for the circle, and far enough to see where it is without a map of streets. */
const CLOSE = 13.5

type Props = { places: Place[]; boundaries: Boundary[]; selected: string | null; select: (key: string | null) => void }
