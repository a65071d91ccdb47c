import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { dayOf, fromLocal } from '../../kit/format/zoned.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { MoneyField } from '../../kit/forms/NumberField.tsx'

/** What is entered of money that has moved. @param most in minor units, what the field begins with */
export function usePayment(most: number | '') {
  const { timezone } = usePreferences()
  const today = dayOf(Date.now(), timezone)
  const [amount, setAmount] = useState<number | string>(most)
  const [method, setMethod] = useState<Method>('bank')
  const [reference, setReference] = useState('')
  const [day, setDay] = useState(today)
  const at = day === today ? null : fromLocal(`${day}T12:00`, timezone)
  return {
    fields: { amount, setAmount, method, setMethod, reference, setReference, day, setDay, today },
    given: { amount: Number(amount), method, reference: reference.trim() },
    on: at ? { at } : {},
  }
}

export function PaymentFields({ payment, currency, dated, errorOf }: Props) {
  const { t } = useTranslation()
  const { amount, setAmount, method, setMethod, reference, setReference, day, setDay, today } = payment
  return (
    <>
      <MoneyField
        name="amount"
        label={labelOf(t, 'transaction', 'amount')}
        description={undefined}
        error={errorOf('amount')}
        schema={{}}
        currency={currency}
        value={amount}
        onChange={setAmount}
      />
      {dated && (
        <DateInput
          label={t('billing:invoice.paidOn')}
          value={day}
          max={today}
          required
          error={errorOf('at')}
          onChange={setDay}
        />
      )}
      <NativeSelect
        label={labelOf(t, 'transaction', 'method')}
        value={method}
        data={methods.map((each) => ({ value: each, label: t(`billing:transactions.methods.${each}`) }))}
        error={errorOf('method')}
        onChange={(event) => setMethod(event.currentTarget.value as Method)}
      />
      <TextInput
        label={labelOf(t, 'transaction', 'reference')}
        maxLength={500}
        value={reference}
        error={errorOf('reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </>
  )
}

export const paymentFields = ['amount', 'method', 'reference', 'at']
const methods = ['bank', 'card', 'cash'] as const
type Method = (typeof methods)[number]

type Props = {
  payment: ReturnType<typeof usePayment>['fields']
  currency: string
  /** Whether the day is asked for. */
  dated: boolean
  errorOf: (name: string) => string | undefined
}
