import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FaultTable } from '../../kit/sheet/FaultTable.tsx'
import { Money } from '../Money.tsx'
import type { Answer, Faults } from './useBooksFile.ts'

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
export function RefusedLines({ faults }: { faults: Faults }) {
  const { t } = useTranslation()
  return (
    <FaultTable
      faults={faults}
      nameOf={(field) => t(`billing:moving.fields.${field as 'name'}`, { defaultValue: field })}
      words={{
        line: t('billing:moving.line'),
        column: t('billing:moving.column'),
        reason: t('billing:moving.reason'),
        more: (count) => t('billing:moving.more', { count }),
      }}
    />
  )
}
