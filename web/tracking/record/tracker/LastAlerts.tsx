import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../../core/paths.ts'
import { toPeriod } from '../../../kit/format/format.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { Section } from '../../../kit/page/Section.tsx'
import { replayOf } from '../../alerts/useAlertColumns.tsx'
import { useAlertText } from '../../alerts/useAlertText.ts'
import classes from '../Record.module.css'

const MOST = 5

/** The newest alerts of a tracker: what happened, when, and for how long. */
export function LastAlerts({ tracker_id, alerts, now }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { what, still } = useAlertText()
  if (alerts.length === 0) return null
  return (
    <Section title={t('tracking:record.alerts')}>
      <div>
        {alerts.slice(0, MOST).map((alert) => (
          <div key={alert.id} className={classes.alert}>
            <Link to={replayOf(alert, now)}>{what(alert)}</Link>
            <span>{moment(alert.started_at)}</span>
            <span>{alert.ended_at ? toPeriod(alert.duration_s) : <b>{still(alert)}</b>}</span>
          </div>
        ))}
      </div>
      {alerts.length > MOST && (
        <Anchor component={Link} to={paths.alerts({ tracker: tracker_id })} size="sm">
          {t('tracking:record.allAlerts')}
        </Anchor>
      )}
    </Section>
  )
}

type Props = { tracker_id: number; alerts: Row<'alert'>[]; now: number }
