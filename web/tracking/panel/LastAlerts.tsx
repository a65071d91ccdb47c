import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useAlertText } from '../alerts/useAlertText.ts'
import { api } from '../api.ts'
import { keys } from '../keys.ts'
import classes from './TrackerPanel.module.css'

/** The last alerts of a tracker that have ended: those that are open stand above. */
export function LastAlerts({ tracker_id, now }: { tracker_id: number; now: number }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { what } = useAlertText()
  const { data } = useQuery({ queryKey: keys.lastAlerts(tracker_id), queryFn: () => api.lastAlerts(tracker_id) })
  if (!data || data.length === 0) return null
  return (
    <section className={classes.last}>
      <div className={classes.day}>
        <b>{t('tracking:panel.lastAlerts')}</b>
        <Anchor component={Link} to={paths.alerts({ tracker: tracker_id })} size="sm">
          {t('tracking:panel.allAlerts')}
        </Anchor>
      </div>
      <ul>
        {data.map((alert) => (
          <li key={alert.id}>
            <Link to={paths.replay({ tracker: tracker_id, t: alert.started_at })} title={what(alert)}>
              {what(alert)}
            </Link>
            <span>{time(alert.started_at, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
