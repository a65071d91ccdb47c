import { NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../kit/forms/labels.ts'
import { MoneyField } from '../../kit/forms/NumberField.tsx'
import type { Books } from '../documents/useBooks.ts'
import { accountName } from '../useInvoicing.ts'
import type { Plan } from './steps.ts'

/** What being late costs, once, as an invoice of its own. */
export function LateFee({ fee, books, change, errorOf }: Props) {
  const { t } = useTranslation()
  const label = (name: keyof Fee) => labelOf(t, 'reminderplan', name as 'fee_kind')
  return (
    <Stack>
      <NativeSelect
        label={label('fee_kind')}
        value={fee.fee_kind}
        data={(['none', 'amount', 'percent'] as const).map((value) => ({
          value,
          label: t(`billing:reminders.fees.${value}`),
        }))}
        onChange={(event) => change({ fee_kind: event.currentTarget.value as Fee['fee_kind'] })}
      />
      {fee.fee_kind === 'amount' && (
        <MoneyField
          name="fee_amount"
          label={label('fee_amount')}
          description={t('billing:reminders.amountText')}
          error={errorOf('fee_amount')}
          schema={{}}
          currency={books.config.currency}
          value={fee.fee_amount ?? ''}
          onChange={(value) => change({ fee_amount: value === '' ? null : Number(value) })}
        />
      )}
      {fee.fee_kind === 'percent' && (
        <TextInput
          label={label('fee_percent')}
          description={t('billing:reminders.percentText')}
          inputMode="decimal"
          maxLength={9}
          value={fee.fee_percent ?? ''}
          error={errorOf('fee_percent')}
          onChange={(event) => change({ fee_percent: event.currentTarget.value.trim().replace(',', '.') || null })}
        />
      )}
      {fee.fee_kind !== 'none' && (
        <>
          <NumberInput
            label={label('fee_days')}
            min={1}
            max={365}
            allowDecimal={false}
            hideControls
            value={fee.fee_days}
            error={errorOf('fee_days')}
            onChange={(value) => change({ fee_days: Number(value) })}
          />
          <TextInput
            label={label('fee_description')}
            description={t('billing:reminders.descriptionText')}
            maxLength={500}
            value={fee.fee_description}
            onChange={(event) => change({ fee_description: event.currentTarget.value })}
          />
          <FeeBooks fee={fee} books={books} change={change} errorOf={errorOf} />
        </>
      )}
    </Stack>
  )
}

/** Where the fee is entered, and its tax. */
function FeeBooks({ fee, books, change, errorOf }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={labelOf(t, 'reminderplan', 'fee_account_code')}
        value={fee.fee_account_code}
        error={errorOf('fee_account_code')}
        data={[
          { value: '', label: t('billing:reminders.ownAccount') },
          ...books.accounts.map((account) => ({ value: account.code, label: accountName(account) })),
        ]}
        onChange={(event) => change({ fee_account_code: event.currentTarget.value })}
      />
      <NativeSelect
        label={labelOf(t, 'reminderplan', 'fee_tax_rate_id')}
        value={fee.fee_tax_rate_id ?? ''}
        error={errorOf('fee_tax_rate_id')}
        data={[
          { value: '', label: t('billing:invoice.noTaxRate') },
          ...books.taxRates
            .filter(({ id, active }) => active || id === fee.fee_tax_rate_id)
            .map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => change({ fee_tax_rate_id: Number(event.currentTarget.value) || null })}
      />
    </>
  )
}

export type Fee = Pick<
  Plan,
  'fee_kind' | 'fee_amount' | 'fee_percent' | 'fee_days' | 'fee_description' | 'fee_account_code' | 'fee_tax_rate_id'
>
type Props = {
  fee: Fee
  books: Books
  change: (changed: Partial<Fee>) => void
  errorOf: (field: string) => string | undefined
}
