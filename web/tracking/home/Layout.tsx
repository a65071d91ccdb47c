import type { ReactNode } from 'react'
import { useAdministers } from '../../core/useAdministers.ts'
import { LostBanner } from '../../kit/ui/LiveStatus.tsx'
import type { Fleet } from '../kit/fleet.ts'
import { useMyShifts } from '../plans/useMyShifts.ts'
import classes from './Home.module.css'
import { MapCard } from './MapCard.tsx'
import { NextShifts } from './NextShifts.tsx'
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
  // Administrators have them in the menu; drivers come for them.
  const { data: shifts = [] } = useMyShifts(organisation_id, { enabled: !administers })
  const driving = shifts.length > 0 && <NextShifts shifts={shifts} />
  const tasks = administers && <Tasks organisation_id={organisation_id} />
  const organisation = administers && ready && <OrganisationSummary organisation_id={organisation_id} />
  if (!fleet) {
    return (
      <>
        {driving || first}
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
          {driving}
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
