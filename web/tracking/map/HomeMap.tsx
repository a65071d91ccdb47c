import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { Fleet } from '../kit/fleet.ts'
import { newZealand } from './camera/fit.ts'
import { lastView } from './camera/lastView.ts'
import { useFirstView } from './camera/useFirstView.ts'
import { usePublishViewport } from './camera/usePublishViewport.ts'
import { BoundariesLayer } from './layers/BoundariesLayer.tsx'
import { ClusterCountsLayer } from './layers/ClusterCountsLayer.tsx'
import { ClustersLayer } from './layers/ClustersLayer.tsx'
import { TrackersLayer } from './layers/TrackersLayer.tsx'
import { MapFrame } from './MapFrame.tsx'
import { Field } from './motion/field.ts'

/** The live map in small, without names and buttons. A click on a tracker opens it on the map page. */
export default function HomeMap({ fleet, ready }: { fleet: Fleet; ready: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [field] = useState(() => new Field())
  const open = useCallback((id: number | null) => id !== null && navigate(paths.map({ tracker: id })), [navigate])
  return (
    <MapFrame label={t('tracking:map.label')} bounds={lastView() ?? newZealand} in_page>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={fleet.boundaries} colour={colour} />
          <ClustersLayer field={field} colour={colour} />
          <TrackersLayer field={field} fleet={fleet} colour={colour} onSelect={open} />
          <ClusterCountsLayer colour={colour} />
          <Camera fleet={fleet} ready={ready} />
        </>
      )}
    </MapFrame>
  )
}

function Camera({ fleet, ready }: { fleet: Fleet; ready: boolean }) {
  usePublishViewport()
  useFirstView(fleet, ready)
  return null
}
