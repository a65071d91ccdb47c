import { useQuery } from '@tanstack/react-query'
import type { Position } from 'geojson'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { DrillMarkers } from '../drills/DrillMarkers.tsx'
import { SelectedGuard } from '../guard/SelectedGuard.tsx'
import type { Fleet } from '../kit/fleet.ts'
import { useLatest } from '../kit/live/useLatest.ts'
import { locationsOf } from '../kit/queries.ts'
import { useSelection } from '../kit/selection.ts'
import { BorrowedMarkers } from '../loans/BorrowedMarkers.tsx'
import { Camera } from '../map/camera/Camera.tsx'
import { newZealand } from '../map/camera/fit.ts'
import { AccuracyLayer } from '../map/layers/AccuracyLayer.tsx'
import { AllTrailsLayer } from '../map/layers/AllTrailsLayer.tsx'
import { BoundariesLayer } from '../map/layers/BoundariesLayer.tsx'
import { ClusterCountsLayer } from '../map/layers/ClusterCountsLayer.tsx'
import { ClustersLayer } from '../map/layers/ClustersLayer.tsx'
import { CollisionLayer } from '../map/layers/CollisionLayer.tsx'
import { LabelsLayer } from '../map/layers/LabelsLayer.tsx'
import { LocationsLayer } from '../map/layers/LocationsLayer.tsx'
import { TrackersLayer } from '../map/layers/TrackersLayer.tsx'
import { TrailLayer } from '../map/layers/TrailLayer.tsx'
import { useLayers } from '../map/layers.ts'
import { MapFrame } from '../map/MapFrame.tsx'
import { Field } from '../map/motion/field.ts'
import { OwnPosition } from '../phone/OwnPosition.tsx'
import { MapButtons } from './MapButtons.tsx'

export default function FleetMap({ fleet, trail, in_panel, ready }: Props) {
  const { t } = useTranslation()
  const [field] = useState(() => new Field())
  const latest = useLatest(useSelection((state) => state.id))
  const shown = useLayers()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: locations = none } = useQuery(locationsOf(organisation_id))
  return (
    <MapFrame label={t('tracking:map.label')} bounds={newZealand} own_buttons>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={shown.boundaries ? fleet.boundaries : none} colour={colour} />
          <LocationsLayer locations={shown.locations ? locations : none} colour={colour} />
          {shown.trackers && shown.all_trails && (
            <AllTrailsLayer field={field} organisation_id={organisation_id} colour={colour} />
          )}
          <TrailLayer trail={shown.trails ? trail : none} colour={colour} />
          <AccuracyLayer fix={shown.trackers ? (latest?.fix ?? null) : null} colour={colour} />
          {shown.trackers && <SelectedGuard colour={colour} />}
          <OwnPosition colour={colour} />
          <CollisionLayer fix={shown.trackers ? (latest?.fix ?? null) : null} />
          {shown.trackers && <ClustersLayer field={field} colour={colour} />}
          {shown.trackers && <TrackersLayer field={field} fleet={fleet} colour={colour} />}
          {shown.trackers && <ClusterCountsLayer colour={colour} />}
          {shown.trackers && shown.labels && <LabelsLayer field={field} fleet={fleet} colour={colour} />}
          <DrillMarkers organisation_id={organisation_id} />
          <BorrowedMarkers organisation_id={organisation_id} />
          <Camera field={field} fleet={fleet} in_panel={in_panel} ready={ready} />
          <MapButtons fleet={fleet} />
        </>
      )}
    </MapFrame>
  )
}

const none: never[] = []

type Props = { fleet: Fleet; trail: Position[]; in_panel: number | null; ready: boolean }
