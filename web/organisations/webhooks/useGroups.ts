import { useQuery } from '@tanstack/react-query'
import { client } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'

/** The groups of trackers of an organisation, to choose from. */
export function useGroups(organisation_id: number) {
  const query = { organisation_id, limit: 500, sort: 'name' } as const
  const { data = [] } = useQuery({
    queryKey: queryKeys.page('trackergroup', query, 0),
    queryFn: async () => (await client.list('trackergroup', query)).data,
  })
  return data.map(({ id, name }) => ({ value: String(id), label: name }))
}
