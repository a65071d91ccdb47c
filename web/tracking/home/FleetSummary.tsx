import { Skeleton } from '@mantine/core'
import { useLive } from '../kit/live/useLive.ts'
import { useByViewport } from '../kit/useByViewport.ts'
import { LargeFleet } from './LargeFleet.tsx'
import { WholeFleet } from './WholeFleet.tsx'

/** Status of the user's trackers, and open alerts. */
export function FleetSummary({ organisation_id }: { organisation_id: number }) {
  const by_view = useByViewport(organisation_id)
  const live = useLive(organisation_id, by_view)
  if (by_view === null) return <Skeleton height={200} radius={12} />
  const Shown = by_view ? LargeFleet : WholeFleet
  return <Shown organisation_id={organisation_id} live={live} />
}
