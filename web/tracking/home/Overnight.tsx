import { Anchor, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { toPeriod } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useAlertText } from '../alerts/useAlertText.ts'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import { StateMark } from '../kit/StateMark.tsx'
import classes from './Home.module.css'
import { useSince } from './useSince.ts'

/** Milliseconds. */
const refetchEvery = 60_000

/**
 * What happened overnight, or since the last visit: the number of alerts of each kind, and the newest.
 *
 * @param open the ids of open alerts: it is read again when they change
 */
export function Overnight({ organisation_id, open, now }: { organisation_id: number; open: string; now: number }) {
  const { t } = useTranslation()
  const user_id = useSession((session) => session.user!.id)
  const { time } = useTimes()
  const { from, of } = useSince(user_id, organisation_id)
  const { data, isError } = useQuery({
    queryKey: keys.alertSummary(organisation_id, from, open),
    queryFn: () => api.alertSummary(organisation_id, from),
    refetchInterval: refetchEvery,
    placeholderData: (before) => before,
  })
  const range = of === 'evening' ? { range: 'night' } : of === 'week' ? { range: 'week' } : { from }
  const kinds = summarised.filter((kind) => (data?.counts[kind] ?? 0) > 0)
  return (
    <section className={classes.card} aria-labelledby="home-overnight">
      <div className={classes.head}>
        <Title order={2} size="h5" id="home-overnight">
          {t(`tracking:home.overnight.${of}`, { time: time(from, now) })}
        </Title>
        <Anchor component={Link} to={paths.alerts(range)} size="sm">
          {t('tracking:home.allAlerts')}
        </Anchor>
      </div>
      {isError && !data && <p className={classes.none}>{t('tracking:home.failed')}</p>}
      {!data && !isError && <Skeleton height={120} />}
      {data && kinds.length === 0 && <p className={classes.none}>{t('tracking:home.overnight.nothing')}</p>}
      {data && kinds.length > 0 && (
        <>
          <ul className={classes.kinds}>
            {kinds.map((kind) => (
              <li key={kind}>
                <Link to={paths.alerts({ ...range, kind })}>
                  <b>{data.counts[kind]}</b>
                  {t(`tracking:home.overnight.kinds.${kind}`, { count: data.counts[kind] })}
                </Link>
              </li>
            ))}
          </ul>
          <ul className={classes.lines}>
            {data.newest.map((alert) => (
              <li key={alert.id}>
                <Line alert={alert} now={now} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Line({ alert, now }: { alert: Row<'alert'>; now: number }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { sentence, still } = useAlertText()
  const { started_at, ended_at, tracker_id, kind } = alert
  const seconds = ended_at ? (Date.parse(ended_at) - Date.parse(started_at)) / 1000 : null
  return (
    <Link
      className={classes.line}
      to={ended_at ? paths.alerts({ tracker: tracker_id }) : paths.map({ tracker: tracker_id })}
    >
      <StateMark state={ended_at ? 'inside' : kind === 'offline' ? 'offline' : 'outside'} />
      <span className={classes.name}>{sentence(alert)}</span>{' '}
      <span className={classes.where}>
        {[
          time(started_at, now),
          seconds === null && still(alert),
          // Some kinds are over at once.
          seconds !== null && seconds >= 1 && t('tracking:home.overnight.lasted', { duration: toPeriod(seconds) }),
          alert.acknowledged_at && t('tracking:alertsPage.acknowledged'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Link>
  )
}

/** Arrivals and departures are of interest to who has asked only. */
const summarised = ['left_boundary', 'entered_boundary', 'alarm', 'offline'] as const
