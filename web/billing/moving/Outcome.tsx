import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Money } from '../Money.tsx'
import type { Answer, Faults } from './useBooksFile.ts'

const MOST_SHOWN = 100

/** How many lines are new, change something, say nothing new, or have a fault. */
export function Figures({ of }: { of: Pick<Answer, 'created' | 'updated' | 'same' | 'faults'> }) {
  const { t } = useTranslation()
  const { created, updated, same, faults } = of
  const texts = [
    t('billing:moving.new', { count: created }),
    updated > 0 && t('billing:moving.updated', { count: updated }),
    same > 0 && t('billing:moving.same', { count: same }),
    faults.length > 0 && t('billing:moving.faulty', { count: faults.length }),
  ]
  return (
    <Text fw={600} role="status">
      {texts.filter(Boolean).join(' · ')}
    </Text>
  )
}

/** What the file brings along, to compare with the books that it is from. */
export function Sums({ sums }: Pick<Answer, 'sums'>) {
  const { t } = useTranslation()
  if (sums.length === 0) return null
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('billing:moving.sums')}
      </Text>
      {sums.map(({ what, amount, currency }) => (
        <Text key={`${what} ${currency}`}>
          {t(`billing:moving.sum.${what as 'invoice'}`)}: <Money amount={amount} currency={currency} />
        </Text>
      ))}
    </div>
  )
}

/** Lines that are refused, and why. */
export function FaultTable({ faults }: { faults: Faults }) {
  const { t } = useTranslation()
  if (faults.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={56}>{t('billing:moving.line')}</Table.Th>
            <Table.Th w={128}>{t('billing:moving.column')}</Table.Th>
            <Table.Th>{t('billing:moving.reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.slice(0, MOST_SHOWN).map(({ line, field, message }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td>{field && t(`billing:moving.fields.${field as 'name'}`, { defaultValue: field })}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{withoutField(message, field)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {faults.length > MOST_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('billing:moving.more', { count: faults.length - MOST_SHOWN })}
        </Text>
      )}
    </Table.ScrollContainer>
  )
}

/** The field stands in the column before it. */
const withoutField = (message: string, field: string | undefined) =>
  field && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
