import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { CardPayment } from '../CardPayment.tsx'
import { useInvoiceDocument } from '../documents/document.ts'
import { CardButtons } from '../payment/CardButtons.tsx'
import { DocumentPage } from './DocumentView.tsx'
import { ElectronicMenu } from './ElectronicItems.tsx'
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
                {document.electronic && <ElectronicMenu invoice={invoice} />}
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
