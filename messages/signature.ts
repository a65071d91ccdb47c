import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signature of webhook calls: the time, and the HMAC-SHA256 of time and body, as `t=…,v1=…`. */
export function signWebhook(secret: string, body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

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
