import type { Analytics } from '../http/policy.ts'
import { originOf } from './basemap.ts'

/** What the content security policy allows for the analytics key of the website: the address of a script, or an ID. */
export function analyticsOf(key: string): Analytics | null {
  if (!key.startsWith('https://')) return google
  const origin = originOf(key)
  return origin === null ? null : { script: origin, sends: origin }
}

/** By Google's guide to its tag and a content security policy. */
const google: Analytics = {
  script: 'https://www.googletagmanager.com',
  sends: 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
}
