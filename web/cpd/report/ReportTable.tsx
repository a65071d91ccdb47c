import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Report.module.css'

/** A table that breaks between pages, with its heads on each. On a phone each row is a card: a line for each column. */
export function ReportTable<Row>({ label, rows, columns }: Props<Row>) {
  const { t } = useTranslation()
  if (rows.length === 0) return <Text c="dimmed">{t('cpd:report.none')}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(([title, , kind]) => (
              <th key={title} scope="col" data-kind={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report do not move
            <tr key={index}>
              {columns.map(([title, of, kind]) => (
                <td key={title} data-kind={kind} data-title={title}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Props<Row> = {
  label: string
  rows: Row[]
  columns: [title: string, of: (row: Row) => string | number, kind?: 'number' | 'day' | 'hash'][]
}
