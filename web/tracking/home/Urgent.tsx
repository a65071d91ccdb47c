import { Anchor, Skeleton, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useAlarmNames } from '../../kit/format/useAlarmNames.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { AlertActions } from '../alerts/AlertActions.tsx'
import { useSentence } from '../alerts/useSentence.ts'
import type { Fleet } from '../kit/fleet.ts'
import { StateMark } from '../kit/StateMark.tsx'
import { nameOf, type State } from '../kit/state.ts'
import { usePlace } from '../kit/usePlace.ts'
import { useStatusText } from '../kit/useStatusText.ts'
import type { Alert } from '../types.ts'
import classes from './Home.module.css'
import { StateBar } from './StateBar.tsx'
import { most, type Urgent as Row } from './urgent.ts'

/** Counts by status, and the trackers that are outside, offline or raise an alarm, each with its open alerts. */
export function Urgent({ rows, counts, failed = false, fleet, now }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes.card} aria-labelledby="home-trackers" aria-busy={counts === null}>
      <div className={classes.head}>
        <Title order={2} size="h5" id="home-trackers">
          {t('tracking:home.trackers')}
        </Title>
        <Anchor component={Link} to={paths.trackers()} size="sm">
          {t('tracking:home.allTrackers')}
        </Anchor>
      </div>
      {counts === null ? (
        <Skeleton height={200} />
      ) : (
        <>
          <StateBar counts={counts} />
          {failed && <p className={classes.none}>{t('tracking:home.failed')}</p>}
          {rows.length === 0 && !failed && (
            <p className={classes.good}>
              <Icon of={IconCircleCheck} />
              {t('tracking:home.allWell')}
            </p>
          )}
          <ul className={classes.lines}>
            {rows.slice(0, most).map((row) => (
              <li key={row.tracker.id}>
                <Line row={row} now={now} />
                {row.alerts.map((alert) => (
                  <Alerted key={alert.id} alert={alert} fleet={fleet} now={now} />
                ))}
              </li>
            ))}
          </ul>
          <More rows={rows.slice(0, most)} counts={counts} />
        </>
      )}
    </section>
  )
}

function Line({ row, now }: { row: Row; now: number }) {
  const statusText = useStatusText()
  const { time } = useTimes()
  const { t } = useTranslation()
  const place = usePlace()(row.position)
  const { nameOf: alarmName } = useAlarmNames()
  const alarm = row.alerts.find(({ kind }) => kind === 'alarm')
  const since = alarm?.started_at ?? row.since
  return (
    <Link className={classes.line} to={paths.map({ tracker: row.tracker.id })}>
      <StateMark state={row.state} offline={row.offline} />
      <span className={classes.name}>{nameOf(row.tracker)}</span>{' '}
      <span className={classes.status} data-state={alarm ? 'outside' : row.state}>
        {alarm ? t('tracking:alertsPage.what.alarm', { alarm: alarmName(alarm.alarm) }) : statusText(row, now)}
      </span>
      <span className={classes.where}>
        {[since && t('tracking:home.since', { time: time(since, now) }), place].filter(Boolean).join(' · ')}
      </span>
    </Link>
  )
}

function Alerted({ alert, fleet, now: _now }: { alert: Alert; fleet: Fleet; now: number }) {
  const sentence = useSentence(alert, fleet)
  return (
    <div className={classes.below}>
      <AlertActions alert={alert} name={sentence} />
    </div>
  )
}

/** Links to the lists of those that are not shown. */
function More({ rows, counts }: { rows: Row[]; counts: Record<State, number> }) {
  const { t } = useTranslation()
  const left = (['outside', 'offline'] as const)
    .map((status) => ({ status, count: counts[status] - rows.filter(({ state }) => state === status).length }))
    .filter(({ count }) => count > 0)
  if (left.length === 0) return null
  return (
    <p className={classes.more}>
      {left.map(({ status, count }) => (
        <Anchor key={status} component={Link} to={paths.trackers({ status })} size="sm">
          {t(`tracking:home.more.${status}`, { count })}
        </Anchor>
      ))}
    </p>
  )
}

type Props = {
  /** In order of urgency; may be incomplete. */
  rows: Row[]
  /** Null while loading. */
  counts: Record<State, number> | null
  failed?: boolean
  fleet: Fleet
  now: number
}
