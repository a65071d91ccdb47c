import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { CardPayment } from '../CardPayment.tsx'
import { type InvoiceDocument, useInvoiceDocument } from '../documents/document.ts'
import { draftOf, newDraft } from '../documents/draft.ts'
import { type Books, useBooks } from '../documents/useBooks.ts'
import { InvoiceQuote } from '../InvoiceQuote.tsx'
import { InvoiceReminders } from '../InvoiceReminders.tsx'
import { DocumentPage } from './DocumentView.tsx'
import { InvoiceActions, PdfButton } from './InvoiceActions.tsx'
import { InvoiceForm } from './InvoiceForm.tsx'

/** The invoice of `?id=` for administrators: a draft in the editor, an authorised one with what can be done. */
export function InvoiceEditPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const id = Number(useSearchParams()[0].get('id')) || 0
  const query = useInvoiceDocument(id)
  if (id === 0) return <NewInvoice key={organisation_id} organisation_id={organisation_id} />
  return (
    <Loaded query={query} title={t('billing:invoice.title')} missing={t('billing:invoice.missing')}>
      {(document) =>
        document.invoice.state === 'draft' ? (
          <EditDraft key={document.invoice.modified_at} document={document} />
        ) : (
          <DocumentPage document={document} administers actions={<InvoiceActions document={document} />}>
            {document.invoice.open > 0 && <CardPayment invoice_id={document.invoice.id} />}
            <InvoiceQuote invoice_id={document.invoice.id} />
            <InvoiceReminders invoice_id={document.invoice.id} />
          </DocumentPage>
        )
      }
    </Loaded>
  )
}

function NewInvoice({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const contact_id = Number(useSearchParams()[0].get('contact')) || null
  return (
    <WithBooks organisation_id={organisation_id} title={t('billing:invoice.new')}>
      {(books, today) => (
        <Page title={t('billing:invoice.new')} width="record">
          <Editor
            organisation_id={organisation_id}
            document={null}
            books={books}
            initial={newDraft(books.config, today, contact_id)}
          />
        </Page>
      )}
    </WithBooks>
  )
}

function EditDraft({ document }: { document: InvoiceDocument }) {
  const { t } = useTranslation()
  const { invoice, lines, digits } = document
  const title = t(`billing:invoice.draftOf.${invoice.type}`)
  return (
    <WithBooks organisation_id={invoice.organisation_id} title={title}>
      {(books) => (
        <Page title={title} width="record" actions={<PdfButton invoice={invoice} />}>
          <InvoiceQuote invoice_id={invoice.id} />
          <Editor
            organisation_id={invoice.organisation_id}
            document={document}
            books={books}
            initial={draftOf(invoice, lines, digits)}
          />
        </Page>
      )}
    </WithBooks>
  )
}

function Editor({ organisation_id, document, books, initial }: EditorProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const invoice = document?.invoice ?? null
  // Read again in the background, it must not replace what is being typed.
  const [first] = useState(initial)
  const onSaved = async ({ id }: Row<'invoice'>) => {
    await refresh('invoice')
    navigate(paths.invoiceEdit({ id }), { replace: true })
  }
  const { run } = useAction()
  const remove = () =>
    run(
      async () => {
        await client.remove('invoice', invoice!.id)
        await refresh('invoice')
        navigate(paths.invoices())
      },
      doneOf(t, 'invoice', 'removed'),
    )
  return (
    <InvoiceForm
      organisation_id={organisation_id}
      invoice={invoice}
      books={books}
      onSaved={onSaved}
      initial={first}
      {...(invoice && { remove })}
    />
  )
}

function WithBooks({ organisation_id, title, children }: BooksProps) {
  const { timezone } = usePreferences()
  const { books, error } = useBooks(organisation_id)
  return (
    <Loaded query={{ data: books ?? undefined, error }} title={title}>
      {(books) => children(books, dayOf(Date.now(), timezone))}
    </Loaded>
  )
}

type EditorProps = {
  organisation_id: number
  document: InvoiceDocument | null
  books: Books
  initial: ReturnType<typeof newDraft>
}
type BooksProps = { organisation_id: number; title: string; children: (books: Books, today: string) => ReactNode }
