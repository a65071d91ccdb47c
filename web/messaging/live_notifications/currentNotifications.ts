import { queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { type CurrentNotification, nameOf } from './notification.ts'

const key = 'ringfence.dismissed'
const max = 200

/** Notifications shown to this user now. */
export const currentNotificationsOf = (user_id: number) =>
  queryOptions({
    queryKey: queryKeys.currentNotifications(user_id),
    queryFn: async () =>
      (await guarded(client.call<{ data: CurrentNotification[] }>('GET', 'notifications/current'))).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Adds or replaces a notification; one that has ended carries its expiry time. */
export function applyNotification(user_id: number, notification: CurrentNotification): void {
  queries.setQueryData(currentNotificationsOf(user_id).queryKey, (before: CurrentNotification[] = []) => [
    notification,
    ...before.filter(({ id }) => id !== notification.id),
  ])
}

export const useDismissed = create<{ ids: string[] }>(() => ({ ids: localStorage.getItem(key)?.split(',') ?? [] }))

export function dismiss(notification: CurrentNotification): void {
  const ids = [...new Set([...useDismissed.getState().ids, nameOf(notification)])].slice(-max)
  localStorage.setItem(key, ids.join(','))
  useDismissed.setState({ ids })
}
