import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

const none = new Map<number, string>()

/** Names of organisations by id. */
export function useOrganisations(): ReadonlyMap<number, string> {
  const { data } = useQuery({
    queryKey: keys.organisationNames(),
    queryFn: async () => {
      const { data } = await guarded(client.list('organisation', { limit: 1000, sort: 'name' }))
      return new Map(data.map(({ id, name }) => [id, name]))
    },
  })
  return data ?? none
}
