import { io } from 'socket.io-client'
import { backendOrigin } from '../../core/backend/backend.ts'
import type { JobUpdate } from '../../core/jobs/jobs.ts'
import { token } from '../../core/token.ts'
import type { CurrentNotification } from './notification.ts'

/**
 * Live connection of the frame: messages, notifications and jobs, without positions.
 *
 * @param on.back called after a reconnect
 */
export function openNotifications(organisation_id: number, on: NotificationListeners): () => void {
  const socket = io(backendOrigin(), {
    path: '/socket.io',
    transports: ['websocket'],
    reconnectionDelayMax: 30_000,
    auth: (send) => send({ token: token.read(), organisation_id, only: 'notifications' }),
  })
  let retry: ReturnType<typeof setTimeout> | undefined
  let connected = false
  socket.on('connect', () => {
    if (connected) on.back()
    connected = true
  })
  socket.on('message', on.message)
  socket.on('notification', on.notification)
  socket.on('job', on.job)
  socket.on('disconnect', (reason) => {
    // socket.io does not reconnect after the server has closed the connection.
    if (reason === 'io server disconnect') retry = setTimeout(() => socket.connect(), 1000)
  })
  socket.on('connect_error', () => {
    // The page's API requests renew the session; this only retries.
    if (!socket.active) retry = setTimeout(() => socket.connect(), 5000)
  })
  return () => {
    clearTimeout(retry)
    socket.removeAllListeners()
    socket.disconnect()
  }
}

type NotificationListeners = {
  message: (news: { unread: number; message_id: number | null; subject: string | null }) => void
  notification: (notification: CurrentNotification) => void
  job: (job: JobUpdate) => void
  back: () => void
}
