import { useMemo } from 'react'
import { FleetFailed } from '../fleet/list/FleetFailed.tsx'
import { positions } from '../kit/live/positions.ts'
import { useLiveClock } from '../kit/live/useLiveClock.ts'
import { countStates, toRows } from '../kit/rows.ts'
import { useFleet } from '../kit/useFleet.ts'
import type { Boundary, Tracker } from '../types.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { Layout } from './Layout.tsx'
import { Urgent } from './Urgent.tsx'
import { urgentOf } from './urgent.ts'

/** Home of a fleet that is loaded whole. */
export function WholeFleet({ organisation_id, live }: Shown) {
  const { fleet, status, settled, retry } = useFleet(organisation_id)
  const now = useLiveClock()
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each update of the clock
  const rows = useMemo(() => toRows(fleet.trackers, { ...positions, alerts: fleet.leaving }), [fleet, now, live])
  const counts = useMemo(() => countStates(rows), [rows])
  const urgent = useMemo(
    () =>
      urgentOf(
        rows.map((row) => ({ ...row, position: row.latest?.fix?.position?.coordinates })),
        fleet.alerts,
      ),
    [rows, fleet.alerts],
  )
  if (status === 'failed') return <FleetFailed retry={retry} />
  const none = status === 'ready' && fleet.trackers.length === 0
  const ready = status === 'ready' && settled && (live || none)
  const own = rows.filter(({ tracker }) => !tracker.demo)
  const first = ready && (
    <FirstSteps
      tracker={own[0]?.tracker.id ?? null}
      reports={own.some(({ latest }) => latest)}
      drawn={fleet.boundaries.some((boundary) => isOwn(boundary, fleet.trackers))}
    />
  )
  const shown = status === 'loading' || !live ? null : counts
  return (
    <Layout organisation_id={organisation_id} first={first} fleet={none ? null : fleet} ready={ready} now={now}>
      <Urgent rows={urgent} counts={shown} fleet={fleet} now={now} />
    </Layout>
  )
}

/** Whether a boundary applies to more than trackers of the demo. */
function isOwn({ all_trackers, tracker_ids }: Boundary, trackers: Tracker[]): boolean {
  const of_demo = new Set(trackers.filter(({ demo }) => demo).map(({ id }) => id))
  return all_trackers || tracker_ids.length === 0 || tracker_ids.some((id) => !of_demo.has(id))
}

/** @property live whether the live connection has sent the positions */
type Shown = { organisation_id: number; live: boolean }
