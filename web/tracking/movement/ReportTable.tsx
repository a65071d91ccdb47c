import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import shared from '../../kit/report/Report.module.css'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Reports.module.css'
import type { Facts } from './useReasons.ts'
import { type Column, type Report, useValues } from './values.ts'
import { Reasons } from './Why.tsx'

/** The rows of a report with their totals; the name of a tracker opens its replay at that moment. */
export function ReportTable({ report }: { report: Tabled }) {
  const { t } = useTranslation()
  const { columns, rows, totals, count, is_cut } = report
  const text = useValues(report.timezone)
  const has_totals = Object.keys(totals).length > 0
  // Of the days of a matrix neither the year nor the unit is repeated: the sum beside them has it.
  const titleOf = ({ name, title }: Column) => (isDay(name) ? text(title, 'day').replace(/ \d{4}$/, '') : title)
  const shownOf = ({ name, measure, digits }: Column, value: Report['rows'][number][string] | undefined) => {
    // Nothing is quiet, so that what there is stands out; 0 °C is not nothing.
    if (value === 0 && measure !== 'number') return '–'
    return isDay(name) ? text(value, measure).replace(/\s\D+$/, '') : text(value, measure, digits)
  }
  const most = greatest(report)
  const has_reasons = rows.some(({ why }) => why)
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
              {has_reasons && (
                <th className={classes.why}>
                  <VisuallyHidden>{t('tracking:why.title')}</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no ids and do not move
              <BodyRow key={index} row={row} columns={columns.length}>
                {columns.map((column, at) => {
                  const { name, measure, heat } = column
                  const shown = shownOf(column, row[name])
                  const share = heat && typeof row[name] === 'number' ? row[name] / (measure === 'share' ? 1 : most) : 0
                  return (
                    <td
                      key={name}
                      title={text(row[name], measure, column.digits)}
                      data-end={isNumber(column) || undefined}
                      data-first={at === 0 || undefined}
                      data-none={(row[name] === 0 && measure !== 'number') || undefined}
                      data-label={titleOf(column)}
                      style={share > 0 ? { background: heatOf(share) } : undefined}
                    >
                      {name === 'tracker_name' ? <Link to={addressOf(row)}>{shown}</Link> : shown}
                    </td>
                  )
                })}
              </BodyRow>
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
                {has_reasons && <td className={classes.why} />}
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

/** A row; what its figures follow from stands below it when it is asked. */
function BodyRow({ row, columns, children }: { row: Report['rows'][number]; columns: number; children: ReactNode }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (typeof row.why !== 'string') return <tr>{children}</tr>
  return (
    <>
      <tr>
        {children}
        <td className={classes.why}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-expanded={open}
            aria-label={t('tracking:why.of', { name: String(row.tracker_name) })}
            title={t('tracking:why.title')}
            onClick={() => setOpen(!open)}
          >
            <Icon of={IconInfoCircle} />
          </ActionIcon>
        </td>
      </tr>
      {open && (
        <tr>
          <td className={classes.because} colSpan={columns + 1}>
            <Reasons facts={JSON.parse(row.why) as Facts} />
          </td>
        </tr>
      )}
    </>
  )
}

const isDay = (name: string) => /^\d{4}-\d\d-\d\d$/.test(name)
const isNumber = ({ measure }: Column) => measure !== 'text' && measure !== 'moment' && measure !== 'day'

/** What a table shows: the rows of a report, or a part above them. */
type Tabled = Pick<Report, 'columns' | 'rows' | 'totals' | 'count' | 'is_cut' | 'timezone'>

/** The greatest value of the coloured columns. */
function greatest({ columns, rows }: Tabled): number {
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
