import { client, guarded } from '../../core/api.ts'

/** Whether this browser supports push and is subscribed. */
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
 * Requests permission, subscribes with the browser's push service and registers the subscription with the server.
 *
 * @returns false without permission
 * @throws the error of the push service or the server
 */
export async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { data } = await guarded(client.act('GET pushsubscription/key'))
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

/** Unsubscribes this browser. The caller deletes the subscription on the server. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

type PushStatus =
  | { able: false; why: 'insecure' | 'unsupported' | 'blocked' | 'noWorker' }
  /** `endpoint` is null without a subscription. */
  | { able: true; endpoint: string | null }
