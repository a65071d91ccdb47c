import type { Position } from 'geojson'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../fleet/fleet.ts'
import { useLatest } from '../fleet/useLatest.ts'
import { OwnPosition } from '../phone/OwnPosition.tsx'
import { Camera } from './camera/Camera.tsx'
import { newZealand } from './camera/fit.ts'
import { AccuracyLayer } from './layers/AccuracyLayer.tsx'
import { BoundariesLayer } from './layers/BoundariesLayer.tsx'
import { ClusterCountsLayer } from './layers/ClusterCountsLayer.tsx'
import { ClustersLayer } from './layers/ClustersLayer.tsx'
import { CollisionLayer } from './layers/CollisionLayer.tsx'
import { LabelsLayer } from './layers/LabelsLayer.tsx'
import { TrackersLayer } from './layers/TrackersLayer.tsx'
import { TrailLayer } from './layers/TrailLayer.tsx'
import { useLayers } from './layers.ts'
import { MapButtons } from './MapButtons.tsx'
import { MapFrame } from './MapFrame.tsx'
import { Field } from './motion/field.ts'
import { useSelection } from './selection.ts'

export default function FleetMap({ fleet, trail, in_panel, ready }: Props) {
  const { t } = useTranslation()
  const [field] = useState(() => new Field())
  const latest = useLatest(useSelection((state) => state.id))
  const shown = useLayers()
  return (
    <MapFrame label={t('tracking:map.label')} bounds={newZealand} own_buttons>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={shown.boundaries ? fleet.boundaries : none} colour={colour} />
          <TrailLayer trail={shown.trails ? trail : none} colour={colour} />
          <AccuracyLayer fix={shown.trackers ? (latest?.fix ?? null) : null} colour={colour} />
          <OwnPosition colour={colour} />
          <CollisionLayer fix={shown.trackers ? (latest?.fix ?? null) : null} />
          {shown.trackers && <ClustersLayer field={field} colour={colour} />}
          {shown.trackers && <TrackersLayer field={field} fleet={fleet} colour={colour} />}
          {shown.trackers && <ClusterCountsLayer colour={colour} />}
          {shown.trackers && shown.labels && <LabelsLayer field={field} fleet={fleet} colour={colour} />}
          <Camera field={field} fleet={fleet} in_panel={in_panel} ready={ready} />
          <MapButtons fleet={fleet} />
        </>
      )}
    </MapFrame>
  )
}

const none: never[] = []

type Props = { fleet: Fleet; trail: Position[]; in_panel: number | null; ready: boolean }
