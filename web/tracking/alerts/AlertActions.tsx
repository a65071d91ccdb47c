import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import type { Alert } from '../../core/types.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { showFailure } from '../../kit/ui/showToast.ts'
import { alertsOf } from '../fleet/queries.ts'
import classes from './AlertStrip.module.css'

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
  const [busy, setBusy] = useState(false)
  const change = async (path: string, body: object) => {
    setBusy(true)
    try {
      const { data } = await guarded(post<Alert>(path, { id: alert.id, ...body }))
      take(data)
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
    setBusy(false)
  }
  if (alert.acknowledged_at) {
    return (
      <span className={classes.done}>
        {t('tracking:alerts.acknowledged', { time: time(alert.acknowledged_at, Date.now()) })}
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
        onClick={() => change('alert/acknowledge', {})}
      >
        {t('tracking:alerts.acknowledge')}
      </Button>
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
            <Menu.Item
              key={label}
              onClick={() => change('alert/snooze', { until: new Date(Date.now() + ms).toISOString() })}
            >
              {t(`tracking:alerts.snoozeFor.${label}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

function take(alert: Alert) {
  queries.setQueryData(alertsOf(alert.organisation_id).queryKey, (before: Alert[] = []) =>
    before.map((each) => (each.id === alert.id ? alert : each)),
  )
}
