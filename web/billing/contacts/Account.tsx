import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { toMoney } from '../../kit/format/money.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { PaymentFields, paymentFields, usePayment } from '../invoices/PaymentFields.tsx'
import { Money } from '../Money.tsx'

/** The credit of a contact, and what is done with it. */
export function Account({ contact }: { contact: Row<'invoicing/contact'> }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'receive' | 'refund' | 'allocate' | null>(null)
  const close = () => setDialog(null)
  const { credit, currency } = contact
  return (
    <Section title={t('billing:account.title')} text={t('billing:account.text')}>
      <Facts
        facts={[
          [
            labelOf(t, 'invoicing/contact', 'credit'),
            <Money key="credit" amount={credit} currency={currency} strong />,
          ],
        ]}
      />
      <Group gap="sm">
        <Button variant="default" onClick={() => setDialog('receive')}>
          {t('billing:account.receive')}
        </Button>
        {credit > 0 && (
          <>
            <Button variant="default" onClick={() => setDialog('allocate')}>
              {t('billing:account.allocate')}
            </Button>
            <Button variant="default" onClick={() => setDialog('refund')}>
              {t('billing:account.refund')}
            </Button>
          </>
        )}
      </Group>
      {dialog === 'allocate' && <AllocateDialog contact={contact} close={close} />}
      {(dialog === 'receive' || dialog === 'refund') && (
        <MoneyDialog key={dialog} contact={contact} action={dialog} close={close} />
      )}
    </Section>
  )
}

function MoneyDialog({ contact, action, close }: Props & { action: 'receive' | 'refund' }) {
  const { t } = useTranslation()
  const { fields, given, on } = usePayment(action === 'refund' ? contact.credit : '')
  const run = async () => {
    await act(client.act(`POST invoicing/contact/${action}`, { id: contact.id, ...given, ...on }))
    showSuccess(t(`billing:account.${action}Done`))
  }
  return (
    <ActionDialog
      title={t(`billing:account.${action}`)}
      text={t(`billing:account.${action}Text`)}
      submit={t(`billing:account.${action}Submit`)}
      disabled={!(given.amount > 0)}
      fields={paymentFields}
      run={run}
      close={close}
    >
      {(errorOf) => <PaymentFields payment={fields} currency={contact.currency} dated errorOf={errorOf} />}
    </ActionDialog>
  )
}

function AllocateDialog({ contact, close }: Props) {
  const { t } = useTranslation()
  const { id, organisation_id, currency } = contact
  const query = { organisation_id, contact_id: id, type: 'invoice', currency, open: true } as const
  const { data } = useQuery({
    queryKey: queryKeys.page('invoice', query, 1),
    queryFn: async () => guarded(client.list('invoice', { ...query, limit: 100, sort: 'due_on' })),
  })
  const open = data?.data ?? []
  const [picked, setPicked] = useState('')
  const invoice_id = Number(picked || open[0]?.id)
  const run = async () => {
    await act(client.act('POST invoicing/contact/allocate', { id, invoice_id }))
    showSuccess(t('billing:account.allocateDone'))
  }
  return (
    <ActionDialog
      title={t('billing:account.allocate')}
      text={t('billing:account.allocateText')}
      submit={t('billing:account.allocateSubmit')}
      disabled={!invoice_id}
      fields={['invoice_id']}
      run={run}
      close={close}
    >
      {(errorOf) =>
        data && open.length === 0 ? (
          <Text size="sm">{t('billing:invoice.noneOpen')}</Text>
        ) : (
          <NativeSelect
            label={t('billing:invoice.allocateTo')}
            value={String(invoice_id)}
            data={open.map((each) => ({
              value: String(each.id),
              label: `${each.document_number} · ${toMoney(each.open, currency)}`,
            }))}
            error={errorOf('invoice_id')}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
        )
      }
    </ActionDialog>
  )
}

async function act(answer: Promise<unknown>): Promise<void> {
  await guarded(answer)
  await Promise.all(['invoice', 'transaction', 'subscription', 'invoicing/contact'].map(refresh))
}

type Props = { contact: Row<'invoicing/contact'>; close: () => void }
