import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { dayOf, fromLocal } from '../../kit/format/zoned.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { MoneyField } from '../../kit/forms/NumberField.tsx'
import { useBillingConfig } from '../useBillingConfig.ts'

/** What is entered of money that has moved. @param most in minor units, what the field begins with */
export function usePayment(most: number | '') {
  const { timezone } = usePreferences()
  const today = dayOf(Date.now(), timezone)
  const [amount, setAmount] = useState<number | string>(most)
  const [method, setMethod] = useState<Method>('bank')
  const [reference, setReference] = useState('')
  const [day, setDay] = useState(today)
  const [rate, setRate] = useState('')
  const [banked, setBanked] = useState<number | string>('')
  const at = day === today ? null : fromLocal(`${day}T12:00`, timezone)
  return {
    fields: {
      amount,
      setAmount,
      method,
      setMethod,
      reference,
      setReference,
      day,
      setDay,
      today,
      rate,
      setRate,
      banked,
      setBanked,
    },
    given: {
      amount: Number(amount),
      method,
      reference: reference.trim(),
      ...(rate && { exchange_rate: rate }),
      ...(Number(banked) > 0 && { bank_amount: Number(banked) }),
    },
    on: at ? { at } : {},
  }
}

export function PaymentFields({ payment, currency, organisation_id, dated, errorOf }: Props) {
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
      <ExchangeFields payment={payment} currency={currency} organisation_id={organisation_id} errorOf={errorOf} />
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

/** Of money in another currency than the organisation's own: what the bank has moved in that, or the rate. */
function ExchangeFields({ payment, currency, organisation_id, errorOf }: Omit<Props, 'dated'>) {
  const { t } = useTranslation()
  const own = useBillingConfig(organisation_id).data?.currency
  const { rate, setRate, banked, setBanked } = payment
  if (!own || own === currency) return null
  return (
    <>
      <MoneyField
        name="bank_amount"
        label={t('billing:invoice.banked', { own })}
        description={t('billing:invoice.bankedText')}
        error={errorOf('bank_amount')}
        schema={{}}
        currency={own}
        value={banked}
        onChange={(amount) => {
          setBanked(amount)
          setRate('')
        }}
      />
      <TextInput
        label={t('billing:invoice.rate', { own, currency })}
        description={t('billing:invoice.paidRateText')}
        inputMode="decimal"
        maxLength={18}
        value={rate}
        error={errorOf('exchange_rate')}
        onChange={(event) => {
          setRate(event.currentTarget.value.trim())
          setBanked('')
        }}
      />
    </>
  )
}

export const paymentFields = ['amount', 'bank_amount', 'exchange_rate', 'method', 'reference', 'at']
const methods = ['bank', 'card', 'cash'] as const
type Method = (typeof methods)[number]

type Props = {
  payment: ReturnType<typeof usePayment>['fields']
  currency: string
  /** Whose books they are. */
  organisation_id: number
  /** Whether the day is asked for. */
  dated: boolean
  errorOf: (name: string) => string | undefined
}
