import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../core/api.ts'
import { paths } from '../core/paths.ts'
import { keys } from './keys.ts'

/** The quote that an invoice, or one of a deposit, has become of. */
export function InvoiceQuote({ invoice_id }: { invoice_id: number }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: keys.quoteOf(invoice_id),
    queryFn: async () => (await guarded(client.list('quote', { of_invoice_id: invoice_id }))).data[0] ?? null,
    staleTime: 0,
  })
  if (!data) return null
  return (
    <Text mb="md">
      {t(data.deposit_invoice_id === invoice_id ? 'billing:quotes.depositFrom' : 'billing:quotes.from')}{' '}
      <Link to={paths.quoteEdit({ id: data.id })}>{data.document_number}</Link>
    </Text>
  )
}
