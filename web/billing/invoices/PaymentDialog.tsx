import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { toMoney } from '../../kit/format/money.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { actOnInvoice } from '../documents/document.ts'
import { PaymentFields, paymentFields, usePayment } from './PaymentFields.tsx'

/** Enters a payment of an invoice, or a refund of what was paid. What is paid beyond it becomes credit of the contact. */
export function PaymentDialog({ invoice, action, most, close }: Props) {
  const { t } = useTranslation()
  const { fields, given, on } = usePayment(most)
  const rest = action === 'pay' ? given.amount - invoice.open : 0
  const run = async () => {
    const more = action === 'pay' ? { ...on, ...(rest > 0 && { credit_rest: true }) } : {}
    await actOnInvoice(client.act(`POST invoice/${action}`, { id: invoice.id, ...given, ...more }))
    showSuccess(t(`billing:invoice.${action}Done`))
  }
  return (
    <ActionDialog
      title={t(`billing:invoice.${action}`)}
      text={t(`billing:invoice.${action}Text`)}
      submit={t(`billing:invoice.${action}Submit`)}
      disabled={!(given.amount > 0)}
      fields={paymentFields}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <PaymentFields
            payment={fields}
            currency={invoice.currency}
            organisation_id={invoice.organisation_id}
            dated={action === 'pay'}
            errorOf={errorOf}
          />
          {rest > 0 && (
            <Text size="sm" role="status">
              {t(invoice.state === 'void' ? 'billing:invoice.payLate' : 'billing:invoice.payRest', {
                amount: toMoney(rest, invoice.currency),
              })}
            </Text>
          )}
        </>
      )}
    </ActionDialog>
  )
}

type Props = {
  invoice: Row<'invoice'>
  action: 'pay' | 'refund'
  /** In minor units, what the field begins with. */
  most: number
  close: () => void
}
