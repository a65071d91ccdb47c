import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Signature of webhook calls: the time, and the HMAC-SHA256 of time and body, as `t=…,v1=…`. */
export function signWebhook(secret: string, body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/**
 * Headers of Standard Webhooks 1.0: an HMAC-SHA256 of id, time and body by each of the secrets, which are `whsec_` and
 * base64. While a secret is being replaced there are two.
 */
export function signStandard(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const time = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(STANDARD_SECRET.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') }
}

export const STANDARD_SECRET = 'whsec_'

/** A new secret of 256 random bits. */
export const makeStandardSecret = () => STANDARD_SECRET + randomBytes(32).toString('base64')

/**
 * Twilio's signature: URL and sorted form fields, with the account's auth token.
 *
 * Source: Twilio, "Webhooks security", validating signatures from Twilio.
 */
export function signTwilio(auth_token: string, url: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((all, name) => all + name + fields[name], url)
  return createHmac('sha1', auth_token).update(text).digest('base64')
}

export function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
