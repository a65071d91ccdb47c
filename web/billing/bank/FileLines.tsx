import { NativeSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toDay } from '../../kit/format/format.ts'
import { Money } from '../Money.tsx'
import classes from './Bank.module.css'
import type { Checked } from './suggested.ts'

const fields = ['day', 'amount', 'money_in', 'money_out', 'name', 'reference', 'details', 'id'] as const
/** Several columns of a bank may be one of these. */
const several: readonly Field[] = ['name', 'reference', 'details']

/** What each column of a CSV file is, with its first value. */
export function FileColumns({ checked, change }: { checked: Checked; change: (mapping: Mapping) => void }) {
  const { t } = useTranslation()
  const { columns, mapping } = checked
  const assign = (column: number, field: Field | null) =>
    change(mapping.map((before, i) => (i === column ? field : before === field && !isSeveral(field) ? null : before)))
  return (
    <section aria-label={t('billing:bank.columns')} className={classes.columns}>
      {columns.map(({ name, sample }, column) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
          key={column}
          label={name || `${column + 1}`}
          description={sample || '–'}
          aria-label={t('billing:bank.columnIs', { name: name || column + 1 })}
          value={mapping[column] ?? ''}
          data={[
            { value: '', label: t('billing:bank.fields.none') },
            ...fields.map((value) => ({ value, label: t(`billing:bank.fields.${value}`) })),
          ]}
          onChange={({ currentTarget }) => assign(column, (currentTarget.value || null) as Field | null)}
        />
      ))}
    </section>
  )
}

/** How many lines there are, and the first of them as they were read. */
export function FirstLines({ checked }: { checked: Checked }) {
  const { t } = useTranslation()
  const { lines, known, format, currency, samples } = checked
  return (
    <section aria-label={t('billing:bank.first')}>
      <Text size="sm" role="status" mb="xs">
        {t('billing:bank.found', { count: lines, format: t(`billing:bank.formats.${format}`), currency })}{' '}
        {known > 0 && t('billing:bank.known', { count: known })}
      </Text>
      <ul className={classes.samples}>
        {samples.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file may be alike
          <li key={i}>
            <span>
              {toDay(line.day)} · {[line.name, line.reference, line.details].filter(Boolean).join(' · ')}
            </span>
            <Money amount={line.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const isSeveral = (field: Field | null) => field !== null && several.includes(field)

type Field = (typeof fields)[number]
type Mapping = (Field | null)[]
