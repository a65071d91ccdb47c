import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { keys } from '../keys.ts'

/** The providers of an organisation, connected or not. */
export function useConnections(organisation_id: number) {
  return useQuery({
    queryKey: keys.connections(organisation_id),
    queryFn: async () => (await guarded(client.act('GET invoicing/connections', { organisation_id }))).data,
    staleTime: 0,
    // Pushes progress while the page is open.
    refetchInterval: 15_000,
  })
}

/** Waits for an action on a connection, and shows the connection as the server answers it. */
export async function changeConnection(organisation_id: number, answer: Promise<{ data: Connection }>): Promise<void> {
  const { data } = await guarded(answer)
  queries.setQueryData(keys.connections(organisation_id), (before?: Connection[]) =>
    before?.map((each) => (each.kind === data.kind ? data : each)),
  )
}

export type Connection = DataOf<'GET invoicing/connections'>[number]
