import { useEffect, useMemo } from 'react'
import { LostBanner } from '../../kit/ui/LiveStatus.tsx'
import { toListed } from '../fleet/list/rows.ts'
import { positions } from '../fleet/positions.ts'
import { useScene } from '../fleet/scene.ts'
import { useBeat } from '../fleet/useBeat.ts'
import { useFleet } from '../fleet/useFleet.ts'
import { useLive } from '../fleet/useLive.ts'
import { setView } from '../fleet/view.ts'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './Home.module.css'
import { OpenAlerts } from './OpenAlerts.tsx'
import { Trackers } from './Trackers.tsx'
import { useUrgent } from './useUrgent.ts'

/** A point where nobody is: whoever looks there hears how many there are of each state, and of nobody by name. */
const nowhere = { west: 180, south: 90, east: 180, north: 90, zoom: 24 }

/** A fleet of which the server counts the states, and names the most urgent. */
export function LargeFleet({ organisation_id }: { organisation_id: number }) {
  const { fleet, settled } = useFleet(organisation_id, true)
  const live = useLive(organisation_id, true)
  useEffect(() => {
    setView(nowhere)
    return () => setView(null)
  }, [])
  const now = useBeat()
  const counts = useScene((scene) => scene.counts)
  const { trackers, failed } = useUrgent(organisation_id, counts, fleet.leaving)
  const rows = useMemo(() => toListed(trackers, { ...positions, alerts: fleet.leaving }), [trackers, fleet.leaving])
  const known = live && counts !== null && settled
  return (
    <>
      <LostBanner />
      {known && (
        <FirstSteps
          tracker={trackers[0]?.id ?? null}
          reports={counts.outside + counts.offline + counts.unknown + counts.inside > 0}
          drawn={fleet.boundaries.length > 0}
          some
        />
      )}
      <div className={classes.standing}>
        <Trackers rows={rows} counts={live ? counts : null} failed={failed} now={now} />
        <OpenAlerts fleet={fleet} now={now} />
      </div>
    </>
  )
}
