import { queryOptions } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'

export type Message = Row<'message'>
export type Delivery = Message['deliveries'][number]

/** One message. As long as some of it is on its way, it is looked at again. */
export const messageOf = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('message', id),
    queryFn: async () => (await guarded(client.read('message', id))).data,
    enabled: id > 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.deliveries.some((each) => each.state === 'queued') ? 3000 : false),
  })

/** Whether it is for this person, who has not read it. */
export function isUnread(message: Message, user_id: number): boolean {
  return message.deliveries.some((each) => each.channel === 'app' && each.user_id === user_id && each.read === null)
}
