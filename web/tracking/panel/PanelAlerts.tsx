import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AlertActions } from '../alerts/AlertActions.tsx'
import { useSentence } from '../alerts/useSentence.ts'
import type { Fleet } from '../kit/fleet.ts'
import type { Alert } from '../types.ts'
import classes from './TrackerPanel.module.css'

/** The open alerts of the selected tracker, to be acknowledged in its panel. */
export function PanelAlerts({ tracker_id, fleet, now }: { tracker_id: number; fleet: Fleet; now: number }) {
  const { t } = useTranslation()
  const alerts = fleet.alerts.filter((alert) => alert.tracker_id === tracker_id)
  if (alerts.length === 0) return null
  return (
    <section className={classes.alerts} aria-label={t('tracking:alerts.label')}>
      {alerts.map((alert) => (
        <PanelAlert key={alert.id} alert={alert} fleet={fleet} now={now} />
      ))}
    </section>
  )
}

function PanelAlert({ alert, fleet, now }: { alert: Alert; fleet: Fleet; now: number }) {
  const { t } = useTranslation()
  const { time, ago } = useTimes()
  const sentence = useSentence(alert, fleet)
  return (
    <div>
      <div className={classes.what}>{sentence}</div>
      <div className={classes.when}>
        {t('tracking:alerts.at', { time: time(alert.started_at, now), ago: ago(alert.started_at, now) })}
      </div>
      <AlertActions alert={alert} name={sentence} />
    </div>
  )
}
