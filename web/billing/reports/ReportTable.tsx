import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toDay } from '../../kit/format/format.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import shared from '../../kit/report/Report.module.css'
import { Money } from '../Money.tsx'
import classes from './Reports.module.css'
import type { Report } from './report.ts'

/** A report of the books with its total and what is to be known about it; on a phone a card for each row. */
export function ReportTable({ report, reason, retry }: Props) {
  const { t } = useTranslation()
  if (reason) return <ListFailed reason={reason} retry={retry} />
  if (!report) return <Skeleton h={240} aria-hidden />
  const { columns, rows, total, notes, currency } = report
  const shown = (value: string | number | null | undefined, is_money: boolean) => {
    if (value === null || value === undefined) return ''
    if (is_money && typeof value === 'number') return <Money amount={value} currency={currency} />
    return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? toDay(value) : value
  }
  const cells = (row: Report['rows'][number]) =>
    columns.map(({ name, title, is_money }) => (
      <td key={name} data-end={is_money || undefined} data-label={title}>
        {shown(row[name], is_money)}
      </td>
    ))
  return (
    <>
      {rows.length === 0 ? (
        <p className={classes.note}>{t('billing:reports.empty')}</p>
      ) : (
        <table className={shared.table} aria-label={report.title}>
          <thead>
            <tr>
              {columns.map(({ name, title, is_money }) => (
                <th key={name} data-end={is_money || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no ids and do not move
              <tr key={index}>{cells(row)}</tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>{cells(total)}</tr>
            </tfoot>
          )}
        </table>
      )}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </>
  )
}

type Props = { report: Report | undefined; reason: string | null; retry: () => void }
