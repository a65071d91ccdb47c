import { Alert, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { toMoney } from '../../kit/format/money.ts'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showFailure } from '../../kit/ui/showToast.ts'
import { CardPayment } from '../CardPayment.tsx'
import { type InvoiceDocument, useInvoiceDocument } from '../documents/document.ts'
import { DocumentPage } from './DocumentView.tsx'
import { PdfButton } from './InvoiceActions.tsx'

/** The invoice of `?id=` as the person reads it who owes it. */
export function InvoicePage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const id = Number(params.get('id')) || 0
  // The payment provider sends the browser back with it.
  const paid = params.get('paid')
  const query = useInvoiceDocument(id, { poll: paid === '1' })
  return (
    <Loaded
      query={{ ...query, id: id || null }}
      title={t('billing:invoice.title')}
      missing={t('billing:invoice.missing')}
    >
      {(document) => {
        const { invoice } = document
        return (
          <DocumentPage
            document={document}
            administers={false}
            actions={
              <>
                <PdfButton invoice={invoice} />
                {document.card && invoice.open > 0 && paid !== '1' && <CardButtons document={document} />}
              </>
            }
          >
            {paid !== '1' && invoice.open > 0 && <CardPayment invoice_id={invoice.id} />}
            {paid === '1' && invoice.open > 0 && (
              <Alert mb="md" color="blue" role="status">
                {t('billing:invoice.cardWaiting')}
              </Alert>
            )}
            {paid === '1' && invoice.open === 0 && (
              <Alert mb="md" color="teal" role="status">
                {t('billing:invoice.cardDone')}
              </Alert>
            )}
            {paid === '0' && (
              <Alert mb="md" color="yellow" role="status">
                {t('billing:invoice.cardCancelled')}
              </Alert>
            )}
          </DocumentPage>
        )
      }}
    </Loaded>
  )
}

/** Of instalments, what is due next can be paid, or all that is open. */
function CardButtons({ document: { invoice } }: { document: InvoiceDocument }) {
  const { t } = useTranslation()
  const { open, payable, currency } = invoice
  if (payable === open) return <CardButton invoice={invoice}>{t('billing:invoice.payByCard')}</CardButton>
  return (
    <>
      <CardButton invoice={invoice} whole>
        {t('billing:instalments.payAll', { amount: toMoney(open, currency) })}
      </CardButton>
      <CardButton invoice={invoice}>
        {t('billing:instalments.payNext', { amount: toMoney(payable, currency) })}
      </CardButton>
    </>
  )
}

/** Opens the payment provider's page. */
function CardButton({ invoice, whole = false, children }: ButtonProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      location.assign(
        (await guarded(client.act('POST invoice/checkout', { id: invoice.id, ...(whole && { whole }) }))).data.url,
      )
    } catch (error) {
      showFailure(error, t('form.unreachable'))
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={start} variant={whole ? 'default' : 'filled'}>
      {children}
    </Button>
  )
}

type ButtonProps = { invoice: Row<'invoice'>; whole?: boolean; children: ReactNode }
