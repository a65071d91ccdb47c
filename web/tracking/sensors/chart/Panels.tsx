import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stateOf } from '#db/sensors/calibrate.ts'
import { groupColours } from '#messages/palette.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { useValueText } from '../useReadings.ts'
import classes from './Chart.module.css'
import { Movement } from './Movement.tsx'
import { Panel } from './Panel.tsx'
import { valueAt } from './scale.ts'
import { TimeAxis } from './TimeAxis.tsx'
import type { SensorSeries } from './useSensorValues.ts'

const LEFT = 56
const RIGHT = 8
/** Pixels that a drag moves at least. */
const DRAGGED = 6

/** Sensors of one unit share a panel; all panels share the time, the cursor and the zoom. */
export function Panels({ tracker_id, series, from, until, zoom }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const text = useValueText()
  const { ref, width } = useElementSize()
  const [cursor, setCursor] = useState<number | null>(null)
  const [begin, setBegin] = useState<number | null>(null)
  const inner = Math.max(width - LEFT - RIGHT, 1)
  const x = (at: number) => LEFT + ((at - from) / (until - from)) * inner
  const timeAt = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left - LEFT) / inner
    return from + Math.min(Math.max(share, 0), 1) * (until - from)
  }
  const panels = [...Map.groupBy(series, (each) => (each.states ? `state ${each.sensor_id}` : each.unit)).values()]
  const colourOf = (each: SensorSeries) => groupColours[series.indexOf(each) % groupColours.length]!
  const end = (event: PointerEvent) => {
    const at = timeAt(event)
    if (begin !== null && Math.abs(x(at) - x(begin)) >= DRAGGED) zoom(Math.min(begin, at), Math.max(begin, at))
    setBegin(null)
  }
  const press = (event: KeyboardEvent) => {
    const at = cursor ?? (from + until) / 2
    const step = ((until - from) / 100) * (event.shiftKey ? 10 : 1)
    const span = (until - from) / 4
    const moved = movedTo(event.key, { at, from, until, step })
    if (moved === undefined && event.key !== '+') return
    event.preventDefault()
    if (moved !== undefined) setCursor(moved)
    else zoom(Math.max(from, at - span), Math.min(until, at + span))
  }
  const shown = cursor ?? until
  const wordsOf = ({ name, points, unit, states }: SensorSeries, at: number) => {
    const value = valueAt(points, at)
    return value === null ? `${name} –` : `${name} ${text(value, { unit, state: stateOf(value, states) })}`
  }
  return (
    <div
      ref={ref}
      className={classes.panels}
      role="slider"
      tabIndex={0}
      aria-label={t('tracking:sensors.cursor')}
      aria-valuemin={from}
      aria-valuemax={until}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={[moment(new Date(shown).toISOString()), ...series.map((each) => wordsOf(each, shown))].join(', ')}
      onKeyDown={press}
      onPointerMove={(event) => setCursor(timeAt(event))}
      onPointerLeave={() => setCursor(null)}
      onPointerDown={(event) => event.pointerType === 'mouse' && setBegin(timeAt(event))}
      onPointerUp={end}
    >
      {width > 0 &&
        panels.map((panel) => (
          <Panel
            key={panel[0]!.sensor_id}
            series={panel}
            colourOf={colourOf}
            frame={{ x, width, left: LEFT, right: RIGHT }}
            cursor={cursor}
            until={until}
            selected={begin !== null && cursor !== null ? [begin, cursor] : null}
          />
        ))}
      {width > 0 && <Movement tracker_id={tracker_id} from={from} until={until} x={x} />}
      {width > 0 && <TimeAxis from={from} until={until} x={x} width={width} />}
      <div className={classes.moment} aria-hidden>
        {cursor !== null && moment(new Date(cursor).toISOString(), until - from < 3600_000)}
      </div>
    </div>
  )
}

/** Where a key moves the cursor: null hides it. */
function movedTo(key: string, { at, from, until, step }: Cursor): number | null | undefined {
  if (key === 'ArrowLeft') return Math.max(from, at - step)
  if (key === 'ArrowRight') return Math.min(until, at + step)
  if (key === 'Home') return from
  if (key === 'End') return until
  return key === 'Escape' ? null : undefined
}

type Cursor = { at: number; from: number; until: number; step: number }
type Props = {
  tracker_id: number
  series: SensorSeries[]
  /** Milliseconds since 1970. */
  from: number
  until: number
  zoom: (from: number, until: number) => void
}
