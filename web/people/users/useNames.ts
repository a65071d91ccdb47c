import { useQuery } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** Names of members by user id; users who are not members are shown by id. */
export function useNames(organisation_id: number): (user_id: number | null) => string {
  const { data } = useQuery({
    queryKey: keys.memberNames(organisation_id),
    queryFn: async () => {
      const { data } = await guarded(client.list('membership', { organisation_id, limit: 1000 }))
      return new Map(data.map(({ user_id, display_name }) => [user_id, display_name]))
    },
  })
  return (user_id) => (user_id === null ? '' : (data?.get(user_id) ?? `#${user_id}`))
}
