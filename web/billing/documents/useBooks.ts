import { useQuery } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'
import { useBillingConfig } from '../useBillingConfig.ts'
import { useInvoicing } from '../useInvoicing.ts'
import type { Rates } from './draft.ts'

/** What the editor of an invoice offers. Null until all of it is there. */
export function useBooks(organisation_id: number): { books: Books | null; error: unknown } {
  const { data: config, error } = useBillingConfig(organisation_id)
  const { data: products, error: noProducts } = useQuery({
    queryKey: keys.books('product', organisation_id),
    queryFn: async () => {
      const query = { organisation_id, active: true, sort: 'name', limit: 1000 } as const
      return (await guarded(client.list('product', query))).data
    },
  })
  const { data: taxRates, error: noRates } = useQuery({
    queryKey: keys.books('taxrate', organisation_id),
    // Lines of a draft may name a rate that is no longer offered.
    queryFn: async () => (await guarded(client.list('taxrate', { organisation_id, limit: 1000 }))).data,
  })
  const accounts = useInvoicing('accounts', organisation_id)
  const currencies = useInvoicing('currencies', organisation_id)
  if (!config || !products || !taxRates || currencies.length === 0) {
    return { books: null, error: error ?? noProducts ?? noRates }
  }
  const rates: Rates = new Map(taxRates.map((each) => [each.id, each]))
  return { books: { config, products, taxRates, accounts, currencies, rates }, error: null }
}

export type Books = {
  config: Row<'billingconfig'>
  products: Row<'product'>[]
  taxRates: Row<'taxrate'>[]
  accounts: { code: string; name: string }[]
  currencies: { code: string; digits: number }[]
  rates: Rates
}
