import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../kit/forms/labels.ts'
import { MoneyField } from '../../kit/forms/NumberField.tsx'
import type { Terms } from './form.ts'

/** What is asked for before the work: none, per cent or an amount. */
export function DepositFields({ terms, currency, change, errorOf }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={labelOf(t, 'quote', 'deposit')}
        description={t('billing:quotes.depositText')}
        value={terms.deposit}
        data={(['none', 'percent', 'amount'] as const).map((value) => ({
          value,
          label: t(`billing:quotes.deposits.${value}`),
        }))}
        onChange={(event) => change({ deposit: event.currentTarget.value as Terms['deposit'] })}
      />
      {terms.deposit === 'percent' && (
        <TextInput
          label={labelOf(t, 'quote', 'deposit_percent')}
          inputMode="decimal"
          maxLength={9}
          withAsterisk
          value={terms.deposit_percent ?? ''}
          error={errorOf('deposit_percent')}
          onChange={(event) => change({ deposit_percent: event.currentTarget.value.trim().replace(',', '.') || null })}
        />
      )}
      {terms.deposit === 'amount' && (
        <MoneyField
          name="deposit_amount"
          label={labelOf(t, 'quote', 'deposit_amount')}
          description={t('billing:quotes.depositAmountText')}
          error={errorOf('deposit_amount')}
          schema={{}}
          currency={currency}
          value={terms.deposit_amount ?? ''}
          onChange={(value) => change({ deposit_amount: value === '' ? null : Number(value) })}
        />
      )}
    </>
  )
}

type Props = {
  terms: Terms
  currency: string
  change: (changed: Partial<Terms>) => void
  errorOf: (field: string) => string | undefined
}
