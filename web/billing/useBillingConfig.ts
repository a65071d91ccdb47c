import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../core/api.ts'
import { keys } from './keys.ts'

/** How an organisation's new invoices and products begin. The row is there as soon as billing is switched on. */
export function useBillingConfig(organisation_id: number) {
  return useQuery({
    queryKey: keys.billingConfig(organisation_id),
    queryFn: async () => (await guarded(client.list('billingconfig', { organisation_id }))).data[0]!,
    staleTime: 0,
  })
}
