import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../core/paths.ts'
import { Attachments } from '../../../files/attachments/Attachments.tsx'
import { GuardLine } from '../../guard/GuardLine.tsx'
import { PrivacyLine } from '../../privacy/PrivacyLine.tsx'
import { Readings } from '../../sensors/Readings.tsx'
import { FirstReport } from '../../trackers/connect/FirstReport.tsx'
import type { Boundary, Tracker, TrackerEvent } from '../../types.ts'
import classes from '../Record.module.css'
import { LastAlerts } from './LastAlerts.tsx'
import { WeekStrips } from './WeekStrips.tsx'
import type { Week } from './week.ts'

const EventMap = lazy(() => import('../../history/EventMap.tsx'))

/** Where a tracker is, what it did in the last days, and what happened. */
export function Overview({ tracker, event, boundaries, week, now, mayEdit }: Props) {
  const { t } = useTranslation()
  const { id, organisation_id } = tracker
  return (
    <>
      {!event && mayEdit && <FirstReport tracker_id={id} />}
      {event?.position && (
        <div className={classes.map}>
          <Suspense>
            <EventMap key={event.id} event={event} position={event.position} boundaries={boundaries} />
          </Suspense>
          <Button component={Link} to={paths.map({ tracker: id })} variant="default" size="xs">
            {t('tracking:trackers.map')}
          </Button>
        </div>
      )}
      <GuardLine tracker={tracker} framed />
      <PrivacyLine tracker={tracker} framed />
      <Readings tracker_id={id} now={now} />
      {event && week && <WeekStrips tracker={tracker} week={week} now={now} />}
      {week && <LastAlerts tracker_id={id} alerts={week.alerts} now={now} />}
      <Attachments
        subject={{ tracker_id: id }}
        organisation_id={organisation_id}
        mayAdd={mayEdit}
        text={t('files:attachments.of_tracker')}
      />
    </>
  )
}

type Props = {
  tracker: Tracker
  event: TrackerEvent | null
  boundaries: Boundary[]
  week: Week | undefined
  now: number
  mayEdit: boolean
}
