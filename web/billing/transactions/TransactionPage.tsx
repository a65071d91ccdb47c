import { Button, Text, TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** The entry of `?id=` in the ledger, which administrators reverse if it is wrong. */
export function TransactionPage() {
  const { t } = useTranslation()
  const record = useRecord('transaction')
  return (
    <Loaded query={record} title={t('billing:transactions.one')} missing={t('billing:transactions.missing')}>
      {(transaction) => <Entry key={transaction.id} transaction={transaction} />}
    </Loaded>
  )
}

function Entry({ transaction }: { transaction: Row<'transaction'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const user = useSession((session) => session.user)
  const administers = useAdministers(transaction.organisation_id)
  const [reversing, setReversing] = useState(false)
  const { kind, amount, currency, method, reference, at, invoice_id, document_number } = transaction
  const { contact_name, organisation_name, reversed, reverses_transaction_id, provider, provider_id } = transaction
  const mayReverse = administers && !reversed && reverses_transaction_id === null && kind !== 'charge'
  const invoice = administers && user ? paths.invoiceEdit : paths.invoice
  return (
    <Page
      title={`${t(`billing:transactions.kinds.${kind}`)} ${toMoney(amount, currency)}`}
      actions={
        mayReverse && (
          <Button variant="default" onClick={() => setReversing(true)}>
            {t('billing:transactions.reverse')}
          </Button>
        )
      }
    >
      {reversed && (
        <Text mb="md" c="dimmed">
          {t('billing:transactions.isReversed')}
        </Text>
      )}
      <Facts
        facts={[
          [labelOf(t, 'transaction', 'at'), moment(at)],
          [labelOf(t, 'transaction', 'kind'), t(`billing:transactions.kinds.${kind}`)],
          [labelOf(t, 'transaction', 'amount'), toMoney(amount, currency)],
          ...(administers ? homeFacts(t, transaction) : []),
          [labelOf(t, 'transaction', 'organisation_name'), organisation_name],
          [labelOf(t, 'transaction', 'contact_name'), contact_name],
          [
            labelOf(t, 'transaction', 'document_number'),
            invoice_id && (
              <Link key="invoice" to={invoice({ id: invoice_id })}>
                {document_number ?? t('billing:invoice.title')}
              </Link>
            ),
          ],
          [labelOf(t, 'transaction', 'method'), method && t(`billing:transactions.methods.${method}`)],
          [labelOf(t, 'transaction', 'reference'), reference],
          ...(administers && provider
            ? ([[labelOf(t, 'transaction', 'provider_id'), `${provider} ${provider_id}`]] as const)
            : []),
          ...(reverses_transaction_id
            ? ([
                [
                  labelOf(t, 'transaction', 'reverses_transaction_id'),
                  <Link key="reverses" to={paths.transaction({ id: reverses_transaction_id })}>
                    {t('billing:transactions.one')}
                  </Link>,
                ],
              ] as const)
            : []),
        ]}
      />
      {reversing && <ReverseDialog id={transaction.id} close={() => setReversing(false)} />}
    </Page>
  )
}

/** Of money in another currency: its rate, and what it has changed in the organisation's own. */
function homeFacts(t: TFunction, transaction: Row<'transaction'>): [string, string][] {
  const { currency, exchange_rate, home_currency, home_amount, home_gain, gain_account } = transaction
  if (!home_currency || home_currency === currency || home_amount === null) return []
  const facts: [string, string][] = [
    [t('billing:transactions.inHome', { currency: home_currency }), toMoney(home_amount, home_currency)],
  ]
  if (exchange_rate) {
    facts.unshift([
      labelOf(t, 'transaction', 'exchange_rate'),
      `${home_currency} 1 = ${currency} ${Number(exchange_rate)}`,
    ])
  }
  if (home_gain) {
    facts.push([labelOf(t, 'transaction', 'home_gain'), `${toMoney(home_gain, home_currency)} (${gain_account})`])
  }
  return facts
}

function ReverseDialog({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const run = async () => {
    const { data } = await guarded(client.act('POST transaction/reverse', { id, reason: reason.trim() }))
    await Promise.all(['transaction', 'invoice'].map(refresh))
    showSuccess(t('billing:transactions.reversed'))
    navigate(paths.transaction({ id: data.id }))
  }
  return (
    <ActionDialog
      title={t('billing:transactions.reverse')}
      text={t('billing:transactions.reverseText')}
      submit={t('billing:transactions.reverse')}
      disabled={reason.trim() === ''}
      dangerous
      fields={['reason']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <TextInput
          label={t('billing:invoice.reason')}
          maxLength={200}
          required
          value={reason}
          error={errorOf('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  )
}
