import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { raisedKinds } from '../../people/settings/alertMatrix.ts'
import { useAlertText } from '../alerts/useAlertText.ts'
import type { Alert } from '../types.ts'
import classes from './Explain.module.css'
import type { Explanation } from './types.ts'

/** Alerts about the time, and kinds that are switched off. */
export function AlertsThen({ of: { alerts, raised_kinds } }: { of: Explanation }) {
  const { t } = useTranslation()
  const off = raisedKinds.filter((kind) => !raised_kinds.includes(kind))
  const kinds = off.map((kind) => t(`tracking:alertsPage.kinds.${kind}`)).join(', ')
  return (
    <Section title={t('tracking:explain.alerts.title')}>
      {alerts.length === 0 && <Text>{t('tracking:explain.alerts.none')}</Text>}
      <ul className={classes.list}>
        {alerts.map((alert) => (
          <One key={alert.id} alert={alert} />
        ))}
      </ul>
      {off.length > 0 && (
        <Text c="dimmed" size="sm">
          {t('tracking:explain.alerts.off', { kinds })}
        </Text>
      )}
    </Section>
  )
}

function One({ alert }: { alert: Explanation['alerts'][number] }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { what } = useAlertText()
  const { started_at, ended_at, acknowledged_at, snoozed_until } = alert
  const from = moment(started_at, true)
  const notes = [
    ended_at === null
      ? t('tracking:explain.alerts.open', { from })
      : t('tracking:explain.alerts.span', { from, to: moment(ended_at, true) }),
    ...(acknowledged_at ? [t('tracking:explain.alerts.acknowledged', { time: moment(acknowledged_at) })] : []),
    ...(snoozed_until ? [t('tracking:explain.alerts.snoozed', { time: moment(snoozed_until) })] : []),
  ]
  return (
    <li>
      <Text>{what(alert as Alert)}</Text>
      <Text size="sm">{notes.join(' · ')}</Text>
    </li>
  )
}
