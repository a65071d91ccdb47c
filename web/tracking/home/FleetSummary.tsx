import { Skeleton } from '@mantine/core'
import { useByViewport } from '../kit/useByViewport.ts'
import { LargeFleet } from './LargeFleet.tsx'
import { WholeFleet } from './WholeFleet.tsx'

/** Status of the user's trackers, and open alerts. */
export function FleetSummary({ organisation_id }: { organisation_id: number }) {
  const by_view = useByViewport(organisation_id)
  if (by_view === null) return <Skeleton height={200} radius={12} />
  return by_view ? <LargeFleet organisation_id={organisation_id} /> : <WholeFleet organisation_id={organisation_id} />
}
