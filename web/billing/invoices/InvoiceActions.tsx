import { Button, Menu, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { actOnInvoice, downloadPdf, type InvoiceDocument } from '../documents/document.ts'
import { SpreadDialog } from '../instalments/SpreadDialog.tsx'
import { AllocateDialog } from './AllocateDialog.tsx'
import { CreditDialog } from './CreditDialog.tsx'
import { ElectronicItems } from './ElectronicItems.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { SendDialog } from './SendDialog.tsx'

/** What an administrator does with an authorised invoice or credit note. */
export function InvoiceActions({ document }: { document: InvoiceDocument }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const { invoice, contact } = document
  const { type, state, open, paid } = invoice
  const is_invoice = type === 'invoice'
  const is_live = state === 'authorised' || state === 'paid'
  const further: Dialog[] = [
    ...(is_invoice && is_live ? (['credit'] as const) : []),
    ...((is_invoice ? paid : open) > 0 && is_live ? (['refund'] as const) : []),
    ...(is_invoice && state === 'authorised' && paid === 0 ? (['instalments'] as const) : []),
    ...(state === 'authorised' && paid === 0 ? (['void'] as const) : []),
    // Paid late, the membership that had lapsed continues.
    ...(state === 'void' && is_invoice ? (['pay'] as const) : []),
  ]
  const first: Dialog | null = state !== 'authorised' || open <= 0 ? null : is_invoice ? 'pay' : 'allocate'
  return (
    <>
      <PdfButton invoice={invoice} />
      {is_live && (
        <Button variant="default" onClick={() => setDialog('send')}>
          {t('billing:invoice.send')}
        </Button>
      )}
      {(is_live || further.length > 0) && (
        <MoreMenu>
          {is_live && <ElectronicItems invoice={invoice} />}
          {further.map((each) => (
            <Menu.Item key={each} onClick={() => setDialog(each)}>
              {t(`billing:invoice.${each}`)}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
      {first && <Button onClick={() => setDialog(first)}>{t(`billing:invoice.${first}`)}</Button>}
      {dialog === 'send' && <SendDialog invoice={invoice} email={contact?.email ?? ''} close={close} />}
      {dialog === 'pay' && (
        <PaymentDialog invoice={invoice} action="pay" most={document.invoice.payable || invoice.gross} close={close} />
      )}
      {dialog === 'refund' && (
        <PaymentDialog invoice={invoice} action="refund" most={is_invoice ? paid : open} close={close} />
      )}
      {dialog === 'credit' && <CreditDialog document={document} close={close} />}
      {dialog === 'allocate' && <AllocateNote invoice={invoice} close={close} />}
      {dialog === 'instalments' && <SpreadDialog invoice={invoice} close={close} />}
      {dialog === 'void' && <VoidDialog invoice={invoice} close={close} />}
    </>
  )
}

export function PdfButton({ invoice }: { invoice: Row<'invoice'> }) {
  const { t } = useTranslation()
  return (
    <ActionButton
      leftSection={<Icon of={IconDownload} />}
      run={() => downloadPdf(invoice)}
      failed={t('billing:invoice.pdfFailed')}
    >
      {t('billing:invoice.pdf')}
    </ActionButton>
  )
}

function VoidDialog({ invoice, close }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const run = async () => {
    const body = { id: invoice.id, ...(reason.trim() && { reason: reason.trim() }) }
    await actOnInvoice(client.act('POST invoice/void', body))
    showSuccess(t('billing:invoice.voided'))
  }
  return (
    <ActionDialog
      title={t('billing:invoice.voidTitle', { number: invoice.document_number })}
      text={t('billing:invoice.voidText')}
      submit={t('billing:invoice.void')}
      dangerous
      run={run}
      close={close}
    >
      <TextInput
        label={t('billing:invoice.reason')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

/** Sets a credit note off against an open invoice of the same contact. */
function AllocateNote({ invoice, close }: Props) {
  const { t } = useTranslation()
  const { id, organisation_id, contact_id, currency } = invoice
  return (
    <AllocateDialog
      organisation_id={organisation_id}
      contact_id={contact_id}
      currency={currency}
      close={close}
      texts={{
        title: t('billing:invoice.allocate'),
        text: t('billing:invoice.allocateText'),
        submit: t('billing:invoice.allocateSubmit'),
        done: t('billing:invoice.allocated'),
      }}
      allocate={(invoice_id) => actOnInvoice(client.act('POST invoice/allocate', { id, invoice_id }))}
    />
  )
}

type Dialog = 'send' | 'pay' | 'refund' | 'credit' | 'allocate' | 'void' | 'instalments'
type Props = { invoice: Row<'invoice'>; close: () => void }
