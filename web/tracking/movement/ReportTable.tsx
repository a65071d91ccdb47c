import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import shared from '../../kit/report/Report.module.css'
import classes from './Reports.module.css'
import { type Column, type Report, useValues } from './values.ts'

/** The rows of a report with their totals; the name of a tracker opens its replay at that moment. */
export function ReportTable({ report }: { report: Report }) {
  const { t } = useTranslation()
  const { columns, rows, totals, count, is_cut } = report
  const text = useValues()
  const has_totals = Object.keys(totals).length > 0
  // Of the days of a matrix neither the year nor the unit is repeated: the sum beside them has it.
  const titleOf = ({ name, title }: Column) => (isDay(name) ? text(title, 'day').replace(/ \d{4}$/, '') : title)
  const shownOf = ({ name, measure }: Column, value: Report['rows'][number][string] | undefined) => {
    // Nothing is quiet, so that what there is stands out.
    if (value === 0) return '–'
    return isDay(name) ? text(value, measure).replace(/\s\D+$/, '') : text(value, measure)
  }
  const most = greatest(report)
  return (
    <>
      <div className={classes.scroll}>
        <table className={`${shared.table} ${classes.table}`}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} data-end={isNumber(column) || undefined}>
                  {titleOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no ids and do not move
              <tr key={index}>
                {columns.map((column, at) => {
                  const { name, measure, heat } = column
                  const shown = shownOf(column, row[name])
                  const share = heat && typeof row[name] === 'number' ? row[name] / (measure === 'share' ? 1 : most) : 0
                  return (
                    <td
                      key={name}
                      title={text(row[name], measure)}
                      data-end={isNumber(column) || undefined}
                      data-first={at === 0 || undefined}
                      data-none={row[name] === 0 || undefined}
                      data-label={titleOf(column)}
                      style={share > 0 ? { background: heatOf(share) } : undefined}
                    >
                      {name === 'tracker_name' ? <Link to={addressOf(row)}>{shown}</Link> : shown}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
          {has_totals && (
            <tfoot>
              <tr>
                {columns.map((column, at) => (
                  <td key={column.name} data-end={isNumber(column) || undefined} data-label={titleOf(column)}>
                    {at === 0 ? t('tracking:movement.total') : shownOf(column, totals[column.name])}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <p className={classes.count}>
        {is_cut ? t('tracking:movement.cut', { shown: rows.length, count }) : t('tracking:movement.count', { count })}
      </p>
    </>
  )
}

const isDay = (name: string) => /^\d{4}-\d\d-\d\d$/.test(name)
const isNumber = ({ measure }: Column) => measure !== 'text' && measure !== 'moment' && measure !== 'day'

/** The greatest value of the coloured columns. */
function greatest({ columns, rows }: Report): number {
  const heated = columns.filter(({ heat }) => heat)
  return Math.max(1, ...rows.flatMap((row) => heated.map(({ name }) => Number(row[name] ?? 0))))
}

const heatOf = (share: number) =>
  `color-mix(in srgb, var(--accent) ${Math.round(Math.min(1, share) * 45)}%, transparent)`

/** The replay at the beginning of a row; of sums, the tracker. */
function addressOf({ tracker_id, began_at }: Report['rows'][number]): string {
  const tracker = Number(tracker_id)
  return typeof began_at === 'string' ? paths.replay({ tracker, t: began_at }) : paths.tracker({ id: tracker })
}
