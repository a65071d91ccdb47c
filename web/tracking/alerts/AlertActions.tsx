import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Alert } from '../types.ts'
import { AlertMenu } from './AlertMenu.tsx'
import classes from './AlertStrip.module.css'
import { useAcknowledge } from './useAcknowledge.ts'
import { useHandled } from './useHandled.ts'

/** Acknowledge or snooze an alert, which stops reminders and escalation. */
export function AlertActions({ alert, name }: { alert: Alert; name: string }) {
  const { t } = useTranslation()
  const change = useAcknowledge(alert)
  const handled = useHandled()(alert)
  const note = alert.acknowledged_at && alert.acknowledged_note
  return (
    <span className={classes.actions}>
      {handled && <span className={classes.done}>{note ? `${handled}: ${note}` : handled}</span>}
      {!alert.acknowledged_at && (
        <Button
          size="compact-sm"
          variant="light"
          loading={change.busy}
          aria-label={t('tracking:alerts.acknowledgeThis', { name })}
          onClick={() => change.acknowledge()}
        >
          {t('tracking:alerts.acknowledge')}
        </Button>
      )}
      <AlertMenu alert={alert} name={name} {...change} />
    </span>
  )
}
