import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { keys } from '../keys.ts'

/** What an organisation sells: to guests what is public, to its members all that is active. */
export function useStore(organisation_id: number | null) {
  return useQuery({
    queryKey: keys.store(organisation_id),
    queryFn: async () =>
      (await guarded(client.act('GET subscriptionStore', { organisation_id: organisation_id! }))).data,
    enabled: organisation_id !== null,
    staleTime: 0,
  })
}

/** The organisations that sell something to everybody. */
export function useStoreOrganisations() {
  return useQuery({
    queryKey: keys.storeOrganisations(),
    queryFn: async () => (await client.act('GET subscriptionStore/organisations')).data,
    staleTime: 0,
  })
}

/** Subscribes, or buys. Doing it twice has the effect of once. */
export async function subscribe(product_id: number, { discount_code, ...wanted }: Purchase) {
  const body = { product_id, ...wanted, ...(discount_code && { discount_code }) }
  const { data } = await guarded(client.act('POST subscriptionStore/subscribe', body))
  await Promise.all(['product', 'subscription', 'invoice', 'transaction'].map(refresh))
  return data
}

/** What a product costs with a code. */
export async function readOffer(product_id: number, discount_code: string, trial: boolean): Promise<Offer> {
  return (await guarded(client.act('POST subscriptionStore/price', { product_id, discount_code, trial }))).data
}

/** @property first_gross what the person was shown to pay first */
type Purchase = { trial: boolean; first_gross: number; discount_code: string | undefined }
/** Amounts in minor units. */
export type Offer = DataOf<'POST subscriptionStore/price'>
export type StoreProduct = DataOf<'GET subscriptionStore'>['products'][number]
