import { useTranslation } from 'react-i18next'
import { stateOf } from '#db/sensors/calibrate.ts'
import { useValueText } from '../useReadings.ts'
import classes from './Chart.module.css'
import { linesOf, valueAt, valueScale } from './scale.ts'
import type { SensorSeries } from './useSensorValues.ts'

const HEIGHT = 132
const TOP = 8

/** The lines of sensors with one unit, or the steps of one with words; above them what they were at the cursor. */
export function Panel({ series, colourOf, frame, cursor, until, selected }: Props) {
  const { i18n } = useTranslation()
  const text = useValueText()
  const { x, width, left, right } = frame
  const { states } = series[0]!
  const all = series.flatMap(({ minimum, maximum }) => (minimum === null || maximum === null ? [] : [minimum, maximum]))
  const { low, high, ticks } = valueScale(states ? [...all, ...states.map(({ value }) => value)] : all, states ? 3 : 4)
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - 2 * TOP)
  const named = states
    ? states.map((state) => ({ at: state.value, word: state.text }))
    : ticks.map((tick) => ({ at: tick, word: tick.toLocaleString(i18n.language, { maximumFractionDigits: 3 }) }))
  const at = cursor ?? until
  return (
    <div className={classes.panel}>
      <ul className={classes.legend}>
        {series.map((each) => {
          const value = valueAt(each.points, at)
          return (
            <li key={each.sensor_id}>
              <i style={{ background: colourOf(each) }} />
              {each.name}
              <b>{value === null ? '–' : text(value, { unit: each.unit, state: stateOf(value, each.states) })}</b>
            </li>
          )
        })}
      </ul>
      {all.length > 0 && (
        <svg width={width} height={HEIGHT} aria-hidden>
          {named.map(({ at, word }) => (
            <g key={at}>
              <line className={classes.grid} x1={left} x2={width - right} y1={y(at)} y2={y(at)} />
              <text className={classes.tick} x={left - 8} y={y(at)} textAnchor="end" dominantBaseline="middle">
                {word.length > 8 ? `${word.slice(0, 7)}…` : word}
              </text>
            </g>
          ))}
          {selected && (
            <rect
              className={classes.selected}
              x={Math.min(x(selected[0]), x(selected[1]))}
              width={Math.abs(x(selected[1]) - x(selected[0]))}
              y={0}
              height={HEIGHT}
            />
          )}
          {series.map((each) => (
            <path
              key={each.sensor_id}
              className={classes.line}
              stroke={colourOf(each)}
              d={linesOf(each.points, x, y, states !== null)}
            />
          ))}
          {cursor !== null && <line className={classes.cursor} x1={x(cursor)} x2={x(cursor)} y1={0} y2={HEIGHT} />}
        </svg>
      )}
    </div>
  )
}

type Props = {
  series: SensorSeries[]
  colourOf: (series: SensorSeries) => string
  frame: { x: (at: number) => number; width: number; left: number; right: number }
  cursor: number | null
  until: number
  /** What a drag covers. */
  selected: [number, number] | null
}
