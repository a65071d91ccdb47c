import { useEffect, useState } from 'react'
import { expectTrackers } from '../kit/afterTrackers.ts'
import { useLive } from '../kit/live/useLive.ts'
import { focusTracker, selectTracker } from '../kit/selection.ts'
import { useByViewport } from '../kit/useByViewport.ts'
import { useFleet } from '../kit/useFleet.ts'
import FleetMap from '../live/FleetMap.tsx'
import classes from './Desk.module.css'

/** Milliseconds that the wall shows one area. */
const SHOWN = 15_000

/** The live map beside the alerts, which shows the area of one that waits after another. */
export default function DeskMap({ organisation_id, tracker_ids }: Props) {
  useState(expectTrackers)
  const by_view = useByViewport(organisation_id)
  const { fleet, status, settled } = useFleet(organisation_id, by_view)
  const live = useLive(organisation_id, by_view)
  const all = [...new Set(tracker_ids)].slice(0, MOST).join()
  useEffect(() => {
    const ids = all.split(',').filter(Boolean).map(Number)
    if (ids.length === 0) return selectTracker(null)
    let at = 0
    const show = () => focusTracker(ids[at++ % ids.length]!)
    show()
    const timer = setInterval(show, SHOWN)
    return () => clearInterval(timer)
  }, [all])
  useEffect(() => () => selectTracker(null), [])
  return (
    <div className={classes.map}>
      <FleetMap
        fleet={fleet}
        trail={none}
        in_panel={null}
        ready={status !== 'loading' && settled && (live || (!by_view && fleet.trackers.length === 0))}
      />
    </div>
  )
}

/** Areas of one round. */
const MOST = 50
const none: never[] = []

type Props = { organisation_id: number; tracker_ids: number[] }
