import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { toPeriod } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import type { Column } from '../../kit/lists/Table.tsx'
import type { Alert } from '../types.ts'
import { Acknowledge } from './Acknowledge.tsx'
import classes from './AlertsPage.module.css'
import { spanOf } from './alertFilters.ts'
import { useAlertText } from './useAlertText.ts'

/** Columns of alerts in the person's time zone. */
export function useAlertColumns(now: number): Column<'alert'>[] {
  const { t } = useTranslation()
  const { time } = useTimes()
  const { what, still } = useAlertText()
  return [
    { name: 'tracker_name' },
    {
      name: 'kind',
      show: (alert) => (
        <span className={classes.what}>
          {what(alert)}
          <Anchor component={Link} to={replayOf(alert, now)} size="sm">
            {t('tracking:alertsPage.replay')}
          </Anchor>
        </span>
      ),
    },
    { name: 'started_at', show: ({ started_at }) => <Whole text={time(started_at, now)} /> },
    {
      name: 'ended_at',
      show: (alert) =>
        alert.ended_at ? <Whole text={time(alert.ended_at, now)} /> : <b className={classes.open}>{still(alert)}</b>,
    },
    { name: 'duration_s', show: (alert) => <Whole text={toPeriod(secondsOf(alert, now))} /> },
    { name: 'acknowledged_at', show: (alert) => <Acknowledge alert={alert} now={now} /> },
    { name: 'raised_at', hidden: true, show: ({ raised_at }) => <Whole text={time(raised_at, now)} /> },
    { name: 'rule', hidden: true, show: ({ rule }) => rule && t(`tracking:boundaries.rules.${rule}.name`) },
  ]
}

const replayOf = (alert: Alert, now: number) =>
  paths.replay(new URLSearchParams({ tracker: String(alert.tracker_id), ...spanOf(alert, now) }))

const secondsOf = ({ started_at, ended_at }: Alert, now: number) =>
  Math.max(0, ((ended_at ? Date.parse(ended_at) : now) - Date.parse(started_at)) / 1000)

/** Never wraps within a moment. */
function Whole({ text }: { text: string }) {
  return <span className={classes.whole}>{text}</span>
}
