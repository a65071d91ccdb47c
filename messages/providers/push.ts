import { createECDH, hkdfSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import webpush from 'web-push'
import type { Database } from '#db/tables/index.ts'
import { linksTo } from '../links.ts'
import { NotDelivered, type Provider } from './provider.ts'
import { requestFrom } from './request.ts'

/** Web Push (RFC 8030) to subscribed browsers. */
export function pushProvider(db: Kysely<Database>, { secret, public_url, allow_private }: PushOptions): Provider {
  const vapidDetails = { subject: vapidSubject(public_url), ...pushKeys(secret) }
  return {
    name: 'webpush',
    shared: false,
    async send({ address, subject, text, tracker_id }) {
      const subscription = await db
        .selectFrom('push_subscription')
        .select(['endpoint', 'p256dh', 'auth'])
        .where('id', '=', Number(address))
        .executeTakeFirst()
      if (!subscription) throw new NotDelivered('never', 'the browser is not subscribed any more')
      const { endpoint, p256dh, auth } = subscription
      const payload = payloadOf(subject, text, pathOf(tracker_id))
      const details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails,
        TTL: 24 * 3600,
        urgency: 'high',
      })
      const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
      const { status, wait_s } = await requestFrom(endpoint, {
        method: 'POST',
        headers,
        body: details.body ?? '',
        allow_private,
      })
      if (status >= 200 && status < 300) return { id: null }
      if (status !== 404 && status !== 410) {
        const is_final = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
        throw new NotDelivered(is_final ? 'never' : 'later', `push service: it answered ${status}`, { wait_s })
      }
      await db.deleteFrom('push_subscription').where('id', '=', Number(address)).execute()
      throw new NotDelivered('never', 'the browser is not subscribed any more')
    },
    close() {},
  }
}

/** RFC 8291 §4: push services may limit payloads to 4096 bytes, of which encryption takes 103. */
export function payloadOf(title: string, text: string, path: string): string {
  for (let body = text.slice(0, 1000); ; body = body.slice(0, Math.floor(body.length * 0.8))) {
    const payload = JSON.stringify({ title: title.slice(0, 200), body: body.toWellFormed(), path })
    if (Buffer.byteLength(payload) <= MAX_PAYLOAD) return payload
  }
}

const MAX_PAYLOAD = 4096 - 103

/** The target of a click: digests are about several trackers, so they open the map. */
const pathOf = (tracker_id: number | null) =>
  tracker_id === null ? linksTo().wholeMap() : linksTo().tracker(tracker_id)

/** The installation's VAPID key pair (RFC 8292), derived from its secret so that nothing is stored. */
export function pushKeys(secret: string): { publicKey: string; privateKey: string } {
  const key = createECDH('prime256v1')
  for (let i = 0; ; i++) {
    const candidate = Buffer.from(hkdfSync('sha256', secret, '', `web push ${i}`, 32))
    try {
      key.setPrivateKey(candidate)
    } catch {
      continue // one in 2^32 is beyond the curve's order
    }
    return { publicKey: key.getPublicKey('base64url'), privateKey: candidate.toString('base64url') }
  }
}

/** The contact for push services; they accept no plain http. */
const vapidSubject = (public_url: string) =>
  public_url.startsWith('https:') ? public_url : 'mailto:ringfence@localhost.localdomain'

type PushOptions = { secret: string; public_url: string; allow_private: boolean }
