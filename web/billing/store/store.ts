import { useQuery } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { keys } from '../keys.ts'

/** What an organisation sells: to guests what is public, to its members all that is active. */
export function useStore(organisation_id: number | null) {
  return useQuery({
    queryKey: keys.store(organisation_id),
    queryFn: async () => {
      const answer = client.call<{ data: Store }>('GET', 'subscriptionStore', { organisation_id: organisation_id! })
      return (await guarded(answer)).data
    },
    enabled: organisation_id !== null,
    staleTime: 0,
  })
}

/** The organisations that sell something to everybody. */
export function useStoreOrganisations() {
  return useQuery({
    queryKey: keys.storeOrganisations(),
    queryFn: async () => {
      const answer = client.call<{ data: { id: number; name: string }[] }>('GET', 'subscriptionStore/organisations')
      return (await answer).data
    },
    staleTime: 0,
  })
}

/** Subscribes, or buys. Doing it twice has the effect of once. */
export async function subscribe(product_id: number, trial: boolean): Promise<Subscribed> {
  const body = { product_id, trial }
  const answer = client.call<{ data: Subscribed }>('POST', 'subscriptionStore/subscribe', body)
  const { data } = await guarded(answer)
  await Promise.all(['product', 'subscription', 'invoice', 'transaction'].map(refresh))
  return data
}

type Subscribed = { subscription: Row<'subscription'>; invoice: Row<'invoice'> | null }

export type Store = { organisation: { id: number; name: string; currency: string }; products: StoreProduct[] }

/** Amounts in minor units. */
export type StoreProduct = {
  id: number
  code: string
  name: string
  description: string
  period: 'none' | 'month' | 'year'
  trial_days: number
  net: number
  tax: number
  gross: number
  currency: string
  tax_name: string | null
  /** Whether the person has not had the trial yet. */
  trial_available: boolean
  opening: 'at_once' | 'on_payment'
  /** What they have of it now. */
  subscription: { id: number; state: string } | null
}
