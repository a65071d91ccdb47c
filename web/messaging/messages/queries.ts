import { queryOptions } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'

export type Message = Row<'message'>
export type Delivery = Message['deliveries'][number]

/** One message, polled while deliveries are pending. */
export const messageOf = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('message', id),
    queryFn: async () => (await guarded(client.read('message', id))).data,
    enabled: id > 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.deliveries.some((each) => each.state === 'queued') ? 3000 : false),
  })

/** Whether the message is addressed to this user and unread. */
export function isUnread(message: Message, user_id: number): boolean {
  return message.deliveries.some((each) => each.channel === 'app' && each.user_id === user_id && each.read === null)
}
