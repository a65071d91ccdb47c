import { useTranslation } from 'react-i18next'
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
  const { moment } = useTimes()
  const { what, still } = useAlertText()
  return [
    { name: 'tracker_name' },
    { name: 'kind', show: what },
    { name: 'started_at', show: ({ started_at }) => moment(started_at) },
    {
      name: 'ended_at',
      show: (alert) => (alert.ended_at ? moment(alert.ended_at) : <b className={classes.open}>{still(alert)}</b>),
    },
    { name: 'duration_s', end: true, show: (alert) => toPeriod(secondsOf(alert, now)) },
    { name: 'acknowledged_at', show: (alert) => <Acknowledge alert={alert} /> },
    { name: 'raised_at', hidden: true, show: ({ raised_at }) => moment(raised_at) },
    { name: 'rule', hidden: true, show: ({ rule }) => rule && t(`tracking:boundaries.rules.${rule}.name`) },
  ]
}

/** Replay of what an alert is about. */
export const replayOf = (alert: Pick<Alert, 'tracker_id' | 'started_at' | 'ended_at'>, now: number) =>
  paths.replay(new URLSearchParams({ tracker: String(alert.tracker_id), ...spanOf(alert, now) }))

const secondsOf = ({ started_at, ended_at }: Alert, now: number) =>
  Math.max(0, ((ended_at ? Date.parse(ended_at) : now) - Date.parse(started_at)) / 1000)
