import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'

/** The currency of an organisation, in which costs are entered; NZD until it is read. */
export function useCurrency(organisation_id: number): string {
  const { data } = useQuery({
    queryKey: queryKeys.record('organisation', organisation_id),
    queryFn: async () => (await guarded(client.read('organisation', organisation_id))).data,
  })
  return data?.currency ?? 'NZD'
}
