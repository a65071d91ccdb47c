import { useEffect, useMemo } from 'react'
import { LostBanner } from '../../kit/ui/LiveStatus.tsx'
import { toListed } from '../fleet/list/rows.ts'
import { positions } from '../fleet/positions.ts'
import { useFleet } from '../fleet/useFleet.ts'
import { useLive } from '../fleet/useLive.ts'
import { useLiveClock } from '../fleet/useLiveClock.ts'
import { setViewport } from '../fleet/viewport.ts'
import { useViewportState } from '../fleet/viewportState.ts'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './Home.module.css'
import { OpenAlerts } from './OpenAlerts.tsx'
import { Trackers } from './Trackers.tsx'
import { useUrgentTrackers } from './useUrgentTrackers.ts'

/** An empty viewport: the server sends the counts by status and no trackers. */
const emptyViewport = { west: 180, south: 90, east: 180, north: 90, zoom: 24 }

/** Fleet summary from the server's counts and most urgent trackers. */
export function LargeFleet({ organisation_id }: { organisation_id: number }) {
  const { fleet, settled } = useFleet(organisation_id, true)
  const live = useLive(organisation_id, true)
  useEffect(() => {
    setViewport(emptyViewport)
    return () => setViewport(null)
  }, [])
  const now = useLiveClock()
  const counts = useViewportState((state) => state.counts)
  const { trackers, failed } = useUrgentTrackers(organisation_id, counts, fleet.leaving)
  const rows = useMemo(() => toListed(trackers, { ...positions, alerts: fleet.leaving }), [trackers, fleet.leaving])
  const ready = live && counts !== null && settled
  return (
    <>
      <LostBanner />
      {ready && (
        <FirstSteps
          tracker={trackers[0]?.id ?? null}
          reports={counts.outside + counts.offline + counts.unknown + counts.inside > 0}
          drawn={fleet.boundaries.length > 0}
          some
        />
      )}
      <div className={classes.summary}>
        <Trackers rows={rows} counts={live ? counts : null} failed={failed} now={now} />
        <OpenAlerts fleet={fleet} now={now} />
      </div>
    </>
  )
}
