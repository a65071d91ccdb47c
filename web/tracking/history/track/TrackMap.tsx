import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boxAround, newZealand } from '../../map/camera/fit.ts'
import { TrailLayer } from '../../map/layers/TrailLayer.tsx'
import { MapFrame } from '../../map/MapFrame.tsx'
import type { Fixes } from './fixes.ts'

/** The line of a track before it is imported. */
export default function TrackMap({ fixes }: { fixes: Fixes }) {
  const { t } = useTranslation()
  const line = useMemo(() => {
    const corners = Math.min(fixes.length, MOST_CORNERS)
    // The first and the last one, and as many between them.
    const places = Array.from({ length: corners }, (_, i) =>
      Math.round((i * (fixes.length - 1)) / Math.max(corners - 1, 1)),
    )
    return places.map((i) => fixes.get(i).position.coordinates)
  }, [fixes])
  const bounds = useMemo(() => boxAround(line) ?? newZealand, [line])
  return (
    // Another file begins with its own view.
    <MapFrame key={bounds.join()} label={t('tracking:track.map')} bounds={bounds} padding={24} in_page>
      {(colour) => <TrailLayer trail={line} colour={colour} />}
    </MapFrame>
  )
}

/** Of long tracks only some points are drawn. */
const MOST_CORNERS = 5000
