import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import type { Alert } from '../types.ts'
import classes from './AlertStrip.module.css'
import { NoteButton } from './NoteButton.tsx'
import { useAcknowledge } from './useAcknowledge.ts'

const hour = 3600_000
const snoozes = [
  ['quarter', hour / 4],
  ['hour', hour],
  ['shift', 8 * hour],
  ['day', 24 * hour],
] as const

/** Acknowledge or snooze an alert, which stops reminders and escalation. */
export function AlertActions({ alert, name }: { alert: Alert; name: string }) {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { busy, acknowledge, snooze } = useAcknowledge(alert.id)
  if (alert.acknowledged_at) {
    return (
      <span className={classes.actions}>
        <span className={classes.done}>
          {t('tracking:alerts.acknowledged', { time: time(alert.acknowledged_at, Date.now()) })}
          {alert.acknowledged_note && `: ${alert.acknowledged_note}`}
        </span>
        <NoteButton alert={alert} name={name} label={t('tracking:alertsPage.note')} />
      </span>
    )
  }
  const snoozed = alert.snoozed_until && Date.parse(alert.snoozed_until) > Date.now()
  return (
    <span className={classes.actions}>
      {snoozed && (
        <span className={classes.done}>
          {t('tracking:alerts.snoozed', { time: time(alert.snoozed_until!, Date.now()) })}
        </span>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={t('tracking:alerts.acknowledgeThis', { name })}
        onClick={() => acknowledge()}
      >
        {t('tracking:alerts.acknowledge')}
      </Button>
      <NoteButton alert={alert} name={name} label={t('tracking:alertsPage.note')} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            aria-label={t('tracking:alerts.snoozeThis', { name })}
          >
            {t('tracking:alerts.snooze')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozes.map(([label, ms]) => (
            <Menu.Item key={label} onClick={() => snooze(new Date(Date.now() + ms).toISOString())}>
              {t(`tracking:alerts.snoozeFor.${label}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
