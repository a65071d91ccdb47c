import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { dayOf, fromLocal } from '../../kit/format/zoned.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { MoneyField } from '../../kit/forms/NumberField.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { actOnInvoice } from './document.ts'

/** Enters a payment of an invoice, or a refund of what was paid. */
export function PaymentDialog({ invoice, action, most, close }: Props) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const today = dayOf(Date.now(), timezone)
  const [amount, setAmount] = useState<number | string>(most)
  const [method, setMethod] = useState<Method>('bank')
  const [reference, setReference] = useState('')
  const [day, setDay] = useState(today)
  const run = async () => {
    const at = day === today ? null : fromLocal(`${day}T12:00`, timezone)
    const given = { id: invoice.id, amount: Number(amount), method, reference: reference.trim() }
    await actOnInvoice(client.act(`POST invoice/${action}`, { ...given, ...(action === 'pay' && at && { at }) }))
    showSuccess(t(`billing:invoice.${action}Done`))
  }
  return (
    <ActionDialog
      title={t(`billing:invoice.${action}`)}
      text={t(`billing:invoice.${action}Text`)}
      submit={t(`billing:invoice.${action}Submit`)}
      disabled={!(Number(amount) > 0)}
      fields={['amount', 'method', 'reference', 'at']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <MoneyField
            name="amount"
            label={labelOf(t, 'transaction', 'amount')}
            description={undefined}
            error={errorOf('amount')}
            schema={{}}
            currency={invoice.currency}
            value={amount}
            onChange={setAmount}
          />
          {action === 'pay' && (
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
      )}
    </ActionDialog>
  )
}

const methods = ['bank', 'card', 'cash'] as const
type Method = (typeof methods)[number]

type Props = {
  invoice: Row<'invoice'>
  action: 'pay' | 'refund'
  /** In minor units, what the field begins with. */
  most: number
  close: () => void
}
