import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { keys } from '../keys.ts'

/** The providers of an organisation, connected or not. */
export function useConnections(organisation_id: number) {
  return useQuery({
    queryKey: keys.connections(organisation_id),
    queryFn: async () => {
      const answer = client.call<{ data: Connection[] }>('GET', 'invoicing/connections', { organisation_id })
      return (await guarded(answer)).data
    },
    staleTime: 0,
    // Pushes progress while the page is open.
    refetchInterval: 15_000,
  })
}

/** Calls an action on a connection, and shows the connection as the server answers it. */
export async function changeConnection(organisation_id: number, action: Action, body: object): Promise<Connection> {
  const request = client.call<{ data: Connection }>('POST', `invoicing/${action}`, { organisation_id, ...body })
  const { data } = await guarded(request)
  queries.setQueryData(keys.connections(organisation_id), (before?: Connection[]) =>
    before?.map((each) => (each.kind === data.kind ? data : each)),
  )
  return data
}

type Action = 'connect' | 'callback' | 'connection' | 'disconnect'

export type ProviderKind = 'xero' | 'stripe'

export type Connection = {
  kind: ProviderKind
  /** Whether the installation has the provider's settings. */
  available: boolean
  state: 'none' | 'connected' | 'broken' | 'disconnected'
  tenant_id: string | null
  tenant_name: string | null
  /** The books to choose from, where there are several. */
  tenants: { id: string; name: string }[]
  connected_at: string | null
  connected_by: string | null
  last_error: string | null
  payment_account_code: string | null
  needs: ('tenant' | 'payment_account')[]
  pushes: { queued: number; running: number; done: number; failed: number; cancelled: number }
  calls: { last_minute: number; today: number; blocked_until: string | null }
}
