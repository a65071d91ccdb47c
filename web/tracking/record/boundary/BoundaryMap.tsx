import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boxAround } from '../../map/camera/fit.ts'
import { closed, shapeOf } from '../../map/draw/shape.ts'
import { BoundariesLayer } from '../../map/layers/BoundariesLayer.tsx'
import { MapFrame } from '../../map/MapFrame.tsx'
import type { Boundary } from '../../types.ts'

/** A boundary on the map. */
export default function BoundaryMap({ boundary }: { boundary: Boundary }) {
  const { t } = useTranslation()
  const bounds = useMemo(() => boxAround(closed(shapeOf(boundary)).flat(2))!, [boundary])
  return (
    <MapFrame label={t('tracking:record.map', { name: boundary.name })} bounds={bounds}>
      {(colour) => <BoundariesLayer boundaries={[boundary]} colour={colour} />}
    </MapFrame>
  )
}
