import type { IncomingHttpHeaders } from 'node:http'

/** Reads `Authorization`: `Basic` with number and token, or `Bearer` (or `JWT`) with a token. */
export function credentialsOf({ authorization = '' }: IncomingHttpHeaders): Credentials {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (/^(bearer|jwt)$/i.test(scheme) && value) return { number: null, token: value }
  if (!/^basic$/i.test(scheme)) return { number: null, token: null }
  const pair = Buffer.from(value, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon < 0 ? { number: null, token: null } : { number: pair.slice(0, colon), token: pair.slice(colon + 1) }
}

export type Credentials = { number: string | null; token: string | null }
