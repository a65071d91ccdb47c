import { io } from 'socket.io-client'
import { token } from '../../core/token.ts'
import type { CurrentNotification } from './notification.ts'

/**
 * The live connection of the frame: messages and notifications, without the trackers.
 *
 * @param on.back hears of a connection that was lost and is there again
 */
export function openNotifications(organisation_id: number, on: NotificationListeners): () => void {
  const socket = io({
    path: '/socket.io',
    transports: ['websocket'],
    reconnectionDelayMax: 30_000,
    auth: (send) => send({ token: token.read(), organisation_id, only: 'news' }),
  })
  let retry: ReturnType<typeof setTimeout> | undefined
  let connected = false
  socket.on('connect', () => {
    if (connected) on.back()
    connected = true
  })
  socket.on('message', on.message)
  socket.on('notification', on.notification)
  socket.on('disconnect', (reason) => {
    // socket.io comes back by itself, but not when the server has sent it away.
    if (reason === 'io server disconnect') retry = setTimeout(() => socket.connect(), 1000)
  })
  socket.on('connect_error', () => {
    // The page's own calls see to the session; this only waits for it.
    if (!socket.active) retry = setTimeout(() => socket.connect(), 5000)
  })
  return () => {
    clearTimeout(retry)
    socket.removeAllListeners()
    socket.disconnect()
  }
}

export type NotificationListeners = {
  message: (news: { unread: number; message_id: number | null; subject: string | null }) => void
  notification: (notification: CurrentNotification) => void
  back: () => void
}
