import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boxAround, newZealand } from '../../map/camera/fit.ts'
import { TrailLayer } from '../../map/layers/TrailLayer.tsx'
import { MapFrame } from '../../map/MapFrame.tsx'
import type { Fix } from './fix.ts'

/** The line of a track before it is imported. */
export default function TrackMap({ fixes }: { fixes: Fix[] }) {
  const { t } = useTranslation()
  const line = useMemo(() => {
    const step = Math.ceil(fixes.length / MOST_CORNERS)
    return fixes.filter((_, i) => i % step === 0 || i === fixes.length - 1).map(({ position }) => position.coordinates)
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
