import { useQuery } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { download } from '../../kit/ui/download.ts'
import { keys } from '../keys.ts'

/** All that an invoice's PDF shows, with what was paid. */
export function useInvoiceDocument(id: number, options: { poll?: boolean } = {}) {
  return useQuery({
    queryKey: keys.invoiceDocument(id),
    queryFn: async () => {
      const answer = client.call<{ data: Shown }>('GET', 'invoice/document', { id })
      const [{ data: shown }, { data: row }] = await guarded(Promise.all([answer, client.read('invoice', id)]))
      return { ...shown, invoice: { ...row, credits_number: shown.invoice.credits_number } }
    },
    enabled: id > 0,
    staleTime: 0,
    // A payment by card arrives some seconds after the browser is back.
    refetchInterval: ({ state }) => (options.poll && (state.data?.invoice.open ?? 0) > 0 ? 2000 : false),
  })
}

/** Calls an action on an invoice, and shows what it has changed. @returns the row that the server answers */
export async function actOnInvoice(action: string, body: object): Promise<Row<'invoice'>> {
  const { data } = await guarded(client.call<{ data: Row<'invoice'> }>('POST', `invoice/${action}`, body))
  await Promise.all(['invoice', 'invoiceline', 'transaction', 'subscription', 'invoicing/contact'].map(refresh))
  return data
}

export const downloadPdf = ({ id, document_number }: Pick<Row<'invoice'>, 'id' | 'document_number'>) =>
  guarded(download('invoice/pdf', { id }, `${document_number ?? `draft-${id}`}.pdf`))

/** @property digits of the currency's minor unit */
export type InvoiceDocument = {
  invoice: Row<'invoice'> & { credits_number: string | null }
  lines: Row<'invoiceline'>[]
  taxes: { name: string; rate: string; net: number; tax: number; gross: number }[]
  contact: Party | null
  issuer: (Party & { payment_details?: string; terms?: string }) | null
  transactions: DocumentEntry[]
  /** Whether it can be paid by card. */
  card?: boolean
  digits: number
}

/** As the server sends it: without what only lists compute. */
type Shown = Omit<InvoiceDocument, 'invoice'> & { invoice: { credits_number: string | null } }

export type DocumentEntry = Pick<Row<'transaction'>, 'id' | 'at' | 'kind' | 'amount' | 'method' | 'reference'>

type Party = {
  name: string
  company?: string | null
  email?: string | null
  address1?: string | null
  address2?: string | null
  address3?: string | null
  city?: string | null
  postcode?: string | null
  country?: string | null
  tax_number?: string | null
  gst_number?: string | null
}
