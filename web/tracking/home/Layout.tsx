import type { ReactNode } from 'react'
import { useAdministers } from '../../core/useAdministers.ts'
import { LostBanner } from '../../kit/ui/LiveStatus.tsx'
import type { Fleet } from '../kit/fleet.ts'
import classes from './Home.module.css'
import { MapCard } from './MapCard.tsx'
import { OrganisationSummary } from './OrganisationSummary.tsx'
import { Overnight } from './Overnight.tsx'
import { Tasks } from './Tasks.tsx'

/**
 * What is wrong now, the map, what happened, and what waits for an administrator, in this order on a phone.
 *
 * @param fleet null for a person without trackers
 * @param children what is wrong now
 */
export function Layout({ organisation_id, first, fleet, ready, now, children }: Props) {
  const administers = useAdministers(organisation_id)
  const open = fleet?.alerts.map(({ id }) => id).join(' ') ?? ''
  const tasks = administers && <Tasks organisation_id={organisation_id} />
  const organisation = administers && ready && <OrganisationSummary organisation_id={organisation_id} />
  if (!fleet) {
    return (
      <>
        {first}
        {tasks}
        {organisation}
      </>
    )
  }
  return (
    <>
      <LostBanner />
      <div className={classes.summary}>
        <div className={classes.side}>
          {children}
          {tasks}
        </div>
        <div className={classes.side}>
          <MapCard fleet={fleet} ready={ready} />
          <Overnight organisation_id={organisation_id} open={open} now={now} />
        </div>
      </div>
      {first && <div className={classes.after}>{first}</div>}
      {organisation}
    </>
  )
}

type Props = {
  organisation_id: number
  first: ReactNode
  fleet: Fleet | null
  ready: boolean
  now: number
  children: ReactNode
}
