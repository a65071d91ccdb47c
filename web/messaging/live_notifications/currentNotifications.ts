import { queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { type CurrentNotification, nameOf } from './notification.ts'

const key = 'ringfence.dismissed'
const most = 200

/** What this person is shown now, and what they have put away in this browser. */
export const currentNotificationsOf = (user_id: number) =>
  queryOptions({
    queryKey: ['notices', user_id],
    queryFn: async () =>
      (await guarded(client.call<{ data: CurrentNotification[] }>('GET', 'notifications/current'))).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A new one, or one that has changed; one that has ended says so by its time. */
export function applyNotification(user_id: number, notification: CurrentNotification): void {
  queries.setQueryData(currentNotificationsOf(user_id).queryKey, (before: CurrentNotification[] = []) => [
    notification,
    ...before.filter(({ id }) => id !== notification.id),
  ])
}

export const useDismissed = create<{ ids: string[] }>(() => ({ ids: localStorage.getItem(key)?.split(',') ?? [] }))

export function dismiss(notification: CurrentNotification): void {
  const ids = [...new Set([...useDismissed.getState().ids, nameOf(notification)])].slice(-most)
  localStorage.setItem(key, ids.join(','))
  useDismissed.setState({ ids })
}
