import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { ReportTable } from './ReportTable.tsx'
import classes from './TemperatureLog.module.css'
import { type Report, useValues } from './values.ts'

/** The log of each sensor: what it comes to, its excursions and gaps, and its readings in a grid for each day. */
export default function TemperatureLog({ report }: { report: Report }) {
  const { t } = useTranslation()
  const { parts, rows, timezone, count, is_cut, heading } = report
  const subjects = [...Map.groupBy(rows, ({ tracker_id, sensor }) => `${tracker_id} ${sensor}`).values()]
  return (
    <div className={classes.log}>
      {parts.map(({ name, title, columns, rows, empty }) => (
        <section key={name}>
          <h2>{title}</h2>
          {rows.length === 0 ? (
            <p className={classes.none}>{empty}</p>
          ) : (
            <ReportTable report={{ columns, rows, totals: {}, count: rows.length, is_cut: false, timezone }} />
          )}
        </section>
      ))}
      <section>
        <h2>{heading}</h2>
        <p className={classes.none}>{t('tracking:log.legend')}</p>
        {subjects.map((readings) => (
          <Subject key={`${readings[0]!.tracker_id} ${readings[0]!.sensor}`} readings={readings} />
        ))}
        {is_cut && <p role="status">{t('tracking:log.cut', { shown: rows.length, count })}</p>}
      </section>
      <p className={classes.signature}>{t('tracking:log.signature')}</p>
    </div>
  )
}

/** @param readings those of one sensor of one tracker */
function Subject({ readings }: { readings: Row[] }) {
  const { tracker_id, tracker_name, sensor, unit } = readings[0]!
  const minutes = [...new Set(readings.map(({ minute }) => Number(minute)))].sort((a, b) => a - b)
  return (
    <>
      <h3>
        <Link to={paths.tracker({ id: Number(tracker_id) })}>{String(tracker_name)}</Link>
        {`: ${sensor}${unit ? ` (${unit})` : ''}`}
      </h3>
      <div className={classes.days} data-wide={minutes.length > 6 || undefined}>
        {[...Map.groupBy(readings, ({ day }) => String(day))].map(([day, of_day]) => (
          <Day key={day} day={day} readings={of_day} minutes={minutes} />
        ))}
      </div>
    </>
  )
}

function Day({ day, readings, minutes }: { day: string; readings: Row[]; minutes: number[] }) {
  const { t } = useTranslation()
  const text = useValues()
  return (
    <div className={classes.scroll}>
      <table className={classes.day}>
        <thead>
          <tr>
            <th scope="col">{text(day, 'day')}</th>
            {minutes.map((minute) => (
              <th key={minute} scope="col">{`:${String(minute).padStart(2, '0')}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(readings).map(({ hours, cells }) => (
            <tr key={hours}>
              <th scope="row">{hours}</th>
              {cells === null ? (
                <td colSpan={minutes.length} className={classes.gap}>
                  {t('tracking:log.noData')}
                </td>
              ) : (
                minutes.map((minute) => <Cell key={minute} row={cells.find((cell) => cell.minute === minute)} />)
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ row }: { row: Row | undefined }) {
  const { t } = useTranslation()
  const text = useValues()
  if (!row) return <td />
  // One decimal, so that days stand beside each other; what is outside of the range is marked in any case.
  const shown = (name: string) => text(Number(Number(row[name]).toFixed(1)), 'number', 1)
  const side = sides[String(row.note)]
  return (
    <td
      data-side={side}
      title={`${text(row.value, 'number', 1)} (${text(row.least, 'number', 1)} … ${text(row.greatest, 'number', 1)})`}
    >
      {side && (
        <span className={classes.mark} role="img" aria-label={t(`tracking:log.${side}`)}>
          {side === 'above' ? '▲' : side === 'below' ? '▼' : '▲▼'}
        </span>
      )}
      {row.value === null ? '–' : shown('value')}
      {row.least !== row.greatest && <small>{`${shown('least')} … ${shown('greatest')}`}</small>}
    </td>
  )
}

/** A line for each hour; hours without data are one together. */
function linesOf(readings: Row[]): { hours: string; cells: Row[] | null }[] {
  const lines: { hours: string; cells: Row[] | null }[] = []
  let first: string | null = null
  for (const [hour, cells] of Map.groupBy(readings, (row) => String(row.hour))) {
    const is_silent = cells.every(({ note }) => note === 'No data')
    const before = lines.at(-1)
    if (is_silent && before?.cells === null && first !== null) before.hours = `${first} – ${hour}`
    else {
      first = is_silent ? hour : null
      lines.push({ hours: hour, cells: is_silent ? null : cells })
    }
  }
  return lines
}

const sides: Record<string, 'above' | 'below' | 'both'> = { Above: 'above', Below: 'below', 'Above and below': 'both' }

type Row = Report['rows'][number]
