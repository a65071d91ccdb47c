import { queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { type Notice, nameOf } from './notice.ts'

const key = 'ringfence.dismissed'
const most = 200

/** What this person is shown now, and what they have put away in this browser. */
export const noticesOf = (user_id: number) =>
  queryOptions({
    queryKey: queryKeys.currentNotifications(user_id),
    queryFn: async () => (await guarded(client.call<{ data: Notice[] }>('GET', 'notifications/current'))).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A new one, or one that has changed; one that has ended says so by its time. */
export function takeNotice(user_id: number, notice: Notice): void {
  queries.setQueryData(noticesOf(user_id).queryKey, (before: Notice[] = []) => [
    notice,
    ...before.filter(({ id }) => id !== notice.id),
  ])
}

export const useDismissed = create<{ ids: string[] }>(() => ({ ids: localStorage.getItem(key)?.split(',') ?? [] }))

export function dismiss(notice: Notice): void {
  const ids = [...new Set([...useDismissed.getState().ids, nameOf(notice)])].slice(-most)
  localStorage.setItem(key, ids.join(','))
  useDismissed.setState({ ids })
}
