import { client, guarded } from '../../core/api.ts'

/** What this browser can do, and whether it has been asked. */
export async function pushStatus(): Promise<PushStatus> {
  if (!window.isSecureContext) return { able: false, why: 'insecure' }
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return { able: false, why: 'unsupported' }
  }
  if (Notification.permission === 'denied') return { able: false, why: 'blocked' }
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return { able: false, why: 'noWorker' }
  const subscription = await registration.pushManager.getSubscription()
  return { able: true, endpoint: subscription?.endpoint ?? null }
}

/**
 * Asks the person, then the browser's push service, then tells the server.
 *
 * @returns false where the person has not allowed it
 * @throws what the push service or the server says against it
 */
export async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { data } = await guarded(client.call<{ data: { key: string } }>('GET', 'pushsubscription/key'))
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.key })
  const { endpoint, keys } = subscription.toJSON()
  try {
    await guarded(client.create('pushsubscription', { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }))
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return true
}

/** Ends it in this browser; the server is told by whoever knows its number there. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

export type PushStatus =
  | { able: false; why: 'insecure' | 'unsupported' | 'blocked' | 'noWorker' }
  /** The endpoint is null where the browser gets nothing. */
  | { able: true; endpoint: string | null }
