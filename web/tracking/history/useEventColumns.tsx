import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toCompass, toDms } from '../../kit/format/format.ts'
import { useAlarmNames } from '../../kit/format/useAlarmNames.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import type { Column } from '../../kit/lists/Table.tsx'
import { TrackerName } from '../kit/TrackerName.tsx'
import { usePlace } from '../kit/usePlace.ts'
import type { TrackerEvent } from '../types.ts'
import classes from './Events.module.css'

/** Columns of events in the user's units and time zone. */
export function useEventColumns(): EventColumn[] {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { speedFigure, speedUnit, length, lengthUnit } = useUnits()
  const place = usePlace()
  const { nameOf } = useAlarmNames()
  return [
    { name: 'received', show: (event) => moment(event.received, true) },
    { name: 'tracker_id', show: (event) => <TrackerName id={event.tracker_id} /> },
    { name: 'event', show: (event) => <Kind event={event} /> },
    { name: 'alarm', show: ({ alarm }) => alarm && nameOf(alarm) },
    { name: 'position', wide: true, show: (event) => whereOf(event, place(event.position?.coordinates)) },
    { name: 'speed', end: true, unit: speedUnit, show: ({ speed }) => speed !== null && speedFigure(speed) },
    { name: 'heading', show: (event) => event.heading !== null && headingOf(event.heading) },
    { name: 'outside_boundary', show: verdict },
    { name: 'repeated', hidden: true },
    { name: 'fix_at', hidden: true, show: (event) => moment(event.fix_at, true) },
    { name: 'late', hidden: true },
    { name: 'valid', hidden: true },
    { name: 'altitude', end: true, unit: 'm', hidden: true },
    {
      name: 'accuracy',
      end: true,
      unit: lengthUnit,
      hidden: true,
      show: (event) => event.accuracy !== null && length(event.accuracy),
    },
  ]

  function verdict(event: TrackerEvent): ReactNode {
    if (event.outside_boundary === null) return null
    if (!event.outside_boundary) return t('tracking:state.inside')
    return <b className={classes.outside}>{broken(event)}</b>
  }

  /** Of the rules with an alert of their own, which boundary. */
  function broken({ boundary_rule, boundary_name: boundary }: TrackerEvent): string {
    if (boundary && boundary_rule === 'alone') return t('tracking:alertsPage.what.left_boundary', { boundary })
    if (boundary && boundary_rule === 'keep_out') return t('tracking:alertsPage.what.entered_boundary', { boundary })
    return t('tracking:state.outside')
  }

  function headingOf(heading: number): string {
    return t('tracking:panel.headingValue', { degrees: Math.round(heading), compass: toCompass(heading) })
  }
}

/** The event, and whether a person has entered or imported it. */
function Kind({ event: { event, by_hand, imported } }: { event: TrackerEvent }) {
  const { t } = useTranslation()
  return (
    <span>
      {event}
      {(by_hand || imported) && (
        <Badge variant="light" color="gray" size="sm" ms="xs" tt="none">
          {t(imported ? 'tracking:history.imported' : 'tracking:history.byHand')}
        </Badge>
      )}
    </span>
  )
}

/** The place; the position is its title, and stands alone where there is no place. */
function whereOf({ position }: TrackerEvent, place: string | null): ReactNode {
  const [lon, lat] = (position?.coordinates ?? []) as [number?, number?]
  if (lon === undefined || lat === undefined) return null
  return place ? <span title={toDms(lon, lat)}>{place}</span> : toDms(lon, lat)
}

/** Events of the live connection are shown, too. */
type EventColumn = Omit<Column<'trackerevent'>, 'show'> & { show?: (event: TrackerEvent) => ReactNode }
