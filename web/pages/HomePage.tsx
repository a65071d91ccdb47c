import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { FleetFailed } from '../fleet/FleetFailed.tsx'
import { countStates, toRows } from '../fleet/rows.ts'
import { useBeat } from '../fleet/useBeat.ts'
import { useFleet } from '../fleet/useFleet.ts'
import { useLive } from '../fleet/useLive.ts'
import { LostBanner } from '../frame/LiveStatus.tsx'
import { Page } from '../frame/Page.tsx'
import { FirstSteps } from '../home/FirstSteps.tsx'
import { Glance } from '../home/Glance.tsx'
import classes from '../home/Home.module.css'
import { OpenAlerts } from '../home/OpenAlerts.tsx'
import { Trackers } from '../home/Trackers.tsx'
import { useHomeWords } from '../home/words.ts'
import { positions } from '../stores/positions.ts'
import { useSession } from '../stores/session.ts'

/** How one's trackers stand and what is wrong; for administrators, how their organisation does as well. */
export function HomePage() {
  const { t } = useHomeWords()
  const { user, organisation_id } = useSession()
  const membership = user?.memberships.find((each) => each.organisation_id === organisation_id)
  const runs = user?.platform_admin || membership?.role_is_admin
  return (
    <Page
      title={membership?.organisation_name ?? t('title')}
      wide
      actions={
        <Button component={Link} to="/app/map">
          {t('map')}
        </Button>
      }
    >
      <Standing key={organisation_id} organisation_id={organisation_id!} />
      {runs && <Glance key={`glance ${organisation_id}`} organisation_id={organisation_id!} />}
    </Page>
  )
}

function Standing({ organisation_id }: { organisation_id: number }) {
  const { fleet, status, settled, retry } = useFleet(organisation_id)
  const live = useLive(organisation_id)
  const now = useBeat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read at each beat
  const rows = useMemo(() => toRows(fleet.trackers, { ...positions, alerts: fleet.leaving }), [fleet, now, live])
  const counts = useMemo(() => countStates(rows), [rows])
  if (status === 'failed') return <FleetFailed retry={retry} />
  const none = status === 'ready' && fleet.trackers.length === 0
  const known = status === 'ready' && settled && (live || none)
  const first = known && <FirstSteps rows={rows} drawn={fleet.boundaries.length > 0} />
  if (none) return first
  return (
    <>
      <LostBanner />
      {first}
      <div className={classes.standing}>
        <Trackers rows={rows} counts={counts} loading={status === 'loading' || !live} now={now} />
        <OpenAlerts fleet={fleet} now={now} />
      </div>
    </>
  )
}
