import { useTranslation } from 'react-i18next'
import { toPeriod } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import type { Column } from '../../kit/lists/Table.tsx'
import { useNamedPlace } from '../kit/places/useNamedPlace.ts'
import { StateMark } from '../kit/StateMark.tsx'
import { usePlace } from '../kit/usePlace.ts'
import { useMovementText } from '../kit/useStatusText.ts'
import type { Tracker } from '../types.ts'
import classes from './TrackersPage.module.css'

/** Percent, below which a battery is shown as low. */
const lowBattery = 20

/** Columns of trackers, in the person's units, language and time zone. */
export function useTrackerColumns(now: number): Column<'tracker'>[] {
  const { time, ago } = useTimes()
  const { speedFigure, speedUnit } = useUnits()
  const place = usePlace()
  const named = useNamedPlace()
  const movementText = useMovementText()
  return [
    { name: 'name' },
    { name: 'state', show: (tracker) => <Status tracker={tracker} now={now} /> },
    {
      name: 'movement',
      show: ({ movement, type, active, position }) =>
        movement && active && movementText(movement, type, now, named(position?.coordinates)),
    },
    { name: 'seen_at', show: ({ seen_at }) => seen_at && <span title={time(seen_at, now)}>{ago(seen_at, now)}</span> },
    { name: 'position', show: ({ position }) => place(position?.coordinates) },
    {
      name: 'speed',
      hidden: true,
      end: true,
      unit: speedUnit,
      show: ({ speed }) => speed !== null && speedFigure(speed),
    },
    {
      name: 'battery',
      hidden: true,
      end: true,
      unit: '%',
      show: ({ battery }) => battery !== null && <Battery percent={battery} />,
    },
    { name: 'owner_name' },
    { name: 'group_name' },
    { name: 'driver_name' },
    { name: 'tags' },
    { name: 'number', hidden: true },
    { name: 'type', hidden: true },
    { name: 'active', hidden: true },
    { name: 'interval_s', hidden: true },
    { name: 'interval_charging_s', hidden: true },
    { name: 'pause_after_still_s', hidden: true },
    { name: 'exit_confirmations', hidden: true },
    { name: 'exit_delay_s', hidden: true },
    { name: 'sim_number', hidden: true },
    { name: 'source_networks', hidden: true },
    { name: 'transports', hidden: true },
    { name: 'created_at', hidden: true },
    { name: 'modified_at', hidden: true },
  ]
}

/** The status as a mark and a word; outside also whether it is offline, and since when. */
export function Status({ tracker: { state, online, seen_at }, now }: { tracker: Tracker; now: number }) {
  const { t } = useTranslation()
  const offline = !online && (state === 'outside' || state === 'offline')
  const duration = seen_at ? toPeriod((now - Date.parse(seen_at)) / 1000) : ''
  const text = () => {
    if (!offline) return t(`tracking:state.${state}`)
    return state === 'outside'
      ? t('tracking:fleet.outsideOffline', { duration })
      : t('tracking:fleet.offlineFor', { duration })
  }
  return (
    <span className={classes.status} data-state={state}>
      <StateMark state={state} offline={offline} />
      {text()}
    </span>
  )
}

function Battery({ percent }: { percent: number }) {
  return <span className={percent < lowBattery ? classes.low : undefined}>{Math.round(percent)}</span>
}
