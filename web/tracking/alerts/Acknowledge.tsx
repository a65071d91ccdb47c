import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import classes from './AlertsPage.module.css'
import { NoteButton } from './note/NoteButton.tsx'

/** With which note an alert was acknowledged, by whom and when; or the button to do so. */
export function Acknowledge({ alert }: { alert: Row<'alert'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { acknowledged_at, acknowledged_by, acknowledged_note } = alert
  if (!acknowledged_at) {
    return <NoteButton alert={alert} name={alert.tracker_name} label={t('tracking:alerts.acknowledge')} />
  }
  const when = moment(acknowledged_at)
  const by = acknowledged_by ? t('tracking:alertsPage.by', { name: acknowledged_by, time: when }) : when
  return (
    <>
      {acknowledged_note} <span className={classes.quiet}>{by}</span>
    </>
  )
}
