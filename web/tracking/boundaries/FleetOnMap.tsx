import { useState } from 'react'
import type { Colours } from '#messages/palette.ts'
import { useLive } from '../kit/live/useLive.ts'
import { useByViewport } from '../kit/useByViewport.ts'
import { useFleet } from '../kit/useFleet.ts'
import { usePublishViewport } from '../map/camera/usePublishViewport.ts'
import { ClusterCountsLayer } from '../map/layers/ClusterCountsLayer.tsx'
import { ClustersLayer } from '../map/layers/ClustersLayer.tsx'
import { LabelsLayer } from '../map/layers/LabelsLayer.tsx'
import { TrackersLayer } from '../map/layers/TrackersLayer.tsx'
import { Field } from '../map/motion/field.ts'

/** Current positions of trackers for orientation. Not clickable: the pointer draws. */
export function FleetOnMap({ organisation_id, colour }: { organisation_id: number; colour: Colours }) {
  const [field] = useState(() => new Field())
  const by_view = useByViewport(organisation_id)
  const { fleet } = useFleet(organisation_id, by_view)
  useLive(organisation_id, by_view)
  usePublishViewport()
  return (
    <>
      <ClustersLayer field={field} colour={colour} passive />
      <TrackersLayer field={field} fleet={fleet} colour={colour} passive />
      <ClusterCountsLayer colour={colour} />
      <LabelsLayer field={field} fleet={fleet} colour={colour} />
    </>
  )
}
