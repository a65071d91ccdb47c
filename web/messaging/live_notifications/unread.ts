import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'

/** Number of unread messages, updated by the live connection. */
export const unreadOf = (user_id: number) =>
  queryOptions({
    queryKey: queryKeys.unread(user_id),
    queryFn: async () => (await guarded(client.act('GET messages/unread'))).data.unread,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** @param ids omitted: all messages */
export async function markRead(user_id: number, ids?: number[]): Promise<void> {
  const { data } = await guarded(client.act('POST message/read', ids ? { ids } : {}))
  queries.setQueryData(unreadOf(user_id).queryKey, data.unread)
}
