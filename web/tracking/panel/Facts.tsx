import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { toCompass, toDecimal, toDms } from '../../kit/format/format.ts'
import { useAlarmNames } from '../../kit/format/useAlarmNames.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { PlaceLinks } from '../../kit/ui/PlaceLinks.tsx'
import type { Latest } from '../kit/live/positions.ts'
import { usePlace } from '../kit/usePlace.ts'
import type { Boundary, Tracker, TrackerEvent } from '../types.ts'
import { DriverFact } from './DriverFact.tsx'
import { SensorFacts } from './SensorFacts.tsx'
import classes from './TrackerPanel.module.css'

/** Details of a tracker; unknown ones are omitted. */
export function Facts({ tracker, latest, boundary, place, now }: Props) {
  const { t } = useTranslation()
  const { time, ago } = useTimes()
  const alarms = useAlarmNames()
  const event = latest?.event
  const fix = latest?.fix
  const when = (then: string) => t('tracking:panel.ago', { time: time(then, now, true), ago: ago(then, now) })
  return (
    <dl className={classes.facts}>
      <Fact name={t('tracking:panel.number')}>
        <Copyable what={t('tracking:panel.number')} text={tracker.number} />
      </Fact>
      <DriverFact tracker_id={tracker.id} />
      {event && <Fact name={t('tracking:panel.lastReport')}>{when(event.received)}</Fact>}
      {fix && fix !== event && <Fact name={t('tracking:panel.fix')}>{when(fix.fix_at)}</Fact>}
      {event && event.event !== 'position' && <Fact name={t('tracking:panel.event')}>{event.event}</Fact>}
      {event?.alarm && <Fact name={t('tracking:panel.alarm')}>{alarms.nameOf(event.alarm)}</Fact>}
      {place && place !== boundary?.name && <Fact name={t('tracking:panel.place')}>{place}</Fact>}
      {boundary && <Fact name={t('tracking:panel.boundary')}>{boundary.name}</Fact>}
      {fix && <Movement fix={fix} />}
      <Battery percent={latest?.battery ?? tracker.battery} />
      <SensorFacts tracker_id={tracker.id} now={now} />
    </dl>
  )
}

function Movement({ fix }: { fix: TrackerEvent }) {
  const { t } = useTranslation()
  const { speed, accuracy } = useUnits()
  const place = usePlace()(fix.position?.coordinates)
  const [lon, lat] = (fix.position?.coordinates ?? []) as [number?, number?]
  return (
    <>
      {fix.speed !== null && <Fact name={t('tracking:panel.speed')}>{speed(fix.speed)}</Fact>}
      {fix.heading !== null && (
        <Fact name={t('tracking:panel.heading')}>
          {t('tracking:panel.headingValue', { degrees: Math.round(fix.heading), compass: toCompass(fix.heading) })}
        </Fact>
      )}
      {lon !== undefined && lat !== undefined && (
        <Fact name={t('tracking:panel.position')}>
          {place && <span>{place}</span>}
          <Copyable what={t('tracking:panel.position')} text={toDms(lon, lat)} />
          <Copyable what={t('tracking:panel.decimal')} text={toDecimal(lon, lat)} quiet />
          <PlaceLinks position={[lon, lat]} heading={fix.heading} />
        </Fact>
      )}
      {fix.accuracy !== null && <Fact name={t('tracking:panel.accuracy')}>{accuracy(fix.accuracy)}</Fact>}
    </>
  )
}

function Battery({ percent }: { percent: number | null }) {
  const { t } = useTranslation()
  if (percent === null) return null
  return (
    <Fact name={t('tracking:panel.battery')}>{t('tracking:panel.batteryValue', { percent: Math.round(percent) })}</Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Props = {
  tracker: Tracker
  latest: Latest | undefined
  boundary: Boundary | undefined
  /** The name of where it is. */
  place: string | null
  now: number
}
