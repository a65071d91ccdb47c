import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { AllocateDialog } from '../invoices/AllocateDialog.tsx'
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
      {dialog === 'allocate' && <UseCredit contact={contact} close={close} />}
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
      {(errorOf) => (
        <PaymentFields
          payment={fields}
          currency={contact.currency}
          organisation_id={contact.organisation_id}
          dated
          errorOf={errorOf}
        />
      )}
    </ActionDialog>
  )
}

/** Uses the credit for an open invoice. */
function UseCredit({ contact, close }: Props) {
  const { t } = useTranslation()
  const { id, organisation_id, currency } = contact
  return (
    <AllocateDialog
      organisation_id={organisation_id}
      contact_id={id}
      currency={currency}
      close={close}
      texts={{
        title: t('billing:account.allocate'),
        text: t('billing:account.allocateText'),
        submit: t('billing:account.allocateSubmit'),
        done: t('billing:account.allocateDone'),
      }}
      allocate={(invoice_id) => act(client.act('POST invoicing/contact/allocate', { id, invoice_id }))}
    />
  )
}

async function act(answer: Promise<unknown>): Promise<void> {
  await guarded(answer)
  await Promise.all(['invoice', 'transaction', 'subscription', 'invoicing/contact'].map(refresh))
}

type Props = { contact: Row<'invoicing/contact'>; close: () => void }
