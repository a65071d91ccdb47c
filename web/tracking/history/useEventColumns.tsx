import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toCompass, toDms } from '../../kit/format/format.ts'
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
  const { time } = useTimes()
  const { speed, accuracy } = useUnits()
  const place = usePlace()
  const now = Date.now()
  return [
    { name: 'received', show: (event) => time(event.received, now, true) },
    { name: 'tracker_id', show: (event) => <TrackerName id={event.tracker_id} /> },
    { name: 'event', show: (event) => <Kind event={event} /> },
    { name: 'alarm' },
    { name: 'position', show: (event) => <Where event={event} place={place(event.position?.coordinates)} /> },
    { name: 'speed', show: (event) => event.speed !== null && <Whole text={speed(event.speed)} /> },
    { name: 'heading', show: (event) => event.heading !== null && <Whole text={headingOf(event.heading)} /> },
    { name: 'outside_boundary', show: (event) => <Verdict event={event} /> },
    { name: 'repeated', hidden: true },
    { name: 'fix_at', hidden: true, show: (event) => time(event.fix_at, now, true) },
    { name: 'late', hidden: true },
    { name: 'valid', hidden: true },
    { name: 'altitude', hidden: true, show: (event) => (event.altitude === null ? '' : `${event.altitude} m`) },
    { name: 'accuracy', hidden: true, show: (event) => (event.accuracy === null ? '' : accuracy(event.accuracy)) },
  ]

  function headingOf(heading: number): string {
    return t('tracking:panel.headingValue', { degrees: Math.round(heading), compass: toCompass(heading) })
  }
}

/** The event, and whether a person has entered it. */
function Kind({ event: { event, by_hand } }: { event: TrackerEvent }) {
  const { t } = useTranslation()
  return (
    <span>
      <Whole text={event} />
      {by_hand && (
        <Badge variant="light" color="gray" size="sm" ml="xs" tt="none">
          {t('tracking:history.byHand')}
        </Badge>
      )}
    </span>
  )
}

/** Never wraps within a word. */
function Whole({ text }: { text: string }) {
  return <span className={classes.whole}>{text}</span>
}

/** The place, and below it the position. */
function Where({ event: { position }, place }: { event: TrackerEvent; place: string | null }) {
  const [lon, lat] = (position?.coordinates ?? []) as [number?, number?]
  if (lon === undefined || lat === undefined) return null
  return (
    <div>
      {place && <div>{place}</div>}
      <span className={place ? classes.exact : undefined}>{toDms(lon, lat)}</span>
    </div>
  )
}

function Verdict({ event }: { event: TrackerEvent }) {
  const { t } = useTranslation()
  if (event.outside_boundary === null) return null
  if (!event.outside_boundary) return t('tracking:state.inside')
  return <b className={classes.outside}>{broken()}</b>

  /** Of the rules with an alert of their own, which boundary. */
  function broken(): string {
    const { boundary_rule, boundary_name: boundary } = event
    if (boundary && boundary_rule === 'alone') return t('tracking:alertsPage.what.left_boundary', { boundary })
    if (boundary && boundary_rule === 'keep_out') return t('tracking:alertsPage.what.entered_boundary', { boundary })
    return t('tracking:state.outside')
  }
}

/** Events of the live connection are shown, too. */
type EventColumn = Omit<Column<'trackerevent'>, 'show'> & { show?: (event: TrackerEvent) => ReactNode }
