import { useQuery } from '@tanstack/react-query'
import type { DataOf, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { download } from '../../kit/ui/download.ts'
import { keys } from '../keys.ts'

/** All that an invoice's PDF shows, with what was paid. */
export function useInvoiceDocument(id: number, options: { poll?: boolean } = {}) {
  return useQuery({
    queryKey: keys.invoiceDocument(id),
    queryFn: async () => {
      const answer = client.act('GET invoice/document', { id })
      const [{ data: shown }, { data: row }] = await guarded(Promise.all([answer, client.read('invoice', id)]))
      return { ...shown, invoice: { ...row, credits_number: shown.invoice.credits_number } }
    },
    enabled: id > 0,
    staleTime: 0,
    // A payment by card arrives some seconds after the browser is back.
    refetchInterval: ({ state }) => (options.poll && (state.data?.invoice.open ?? 0) > 0 ? 2000 : false),
  })
}

/** Waits for an action on an invoice, and shows what it has changed. @returns the row that the server answers */
export async function actOnInvoice(answer: Promise<{ data: Row<'invoice'> }>): Promise<Row<'invoice'>> {
  const { data } = await guarded(answer)
  await Promise.all(['invoice', 'invoiceline', 'transaction', 'subscription', 'invoicing/contact'].map(refresh))
  return data
}

export const downloadPdf = ({ id, document_number }: Pick<Row<'invoice'>, 'id' | 'document_number'>) =>
  guarded(download('invoice/pdf', { id }, `${document_number ?? `draft-${id}`}.pdf`))

/** For the programs of who receives it. */
export const downloadXml = ({ id, document_number }: Pick<Row<'invoice'>, 'id' | 'document_number'>) =>
  guarded(download('invoice/xml', { id }, `${document_number}.xml`))

/** For people, and for such programs. */
export const downloadFacturX = ({ id, document_number }: Pick<Row<'invoice'>, 'id' | 'document_number'>) =>
  guarded(download('invoice/facturx', { id }, `${document_number}.pdf`))

/** As the server sends it, with what only lists compute. */
export type InvoiceDocument = Omit<Shown, 'invoice'> & {
  invoice: Row<'invoice'> & Pick<Shown['invoice'], 'credits_number'>
}
type Shown = DataOf<'GET invoice/document'>
