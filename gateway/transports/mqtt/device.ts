import type { Client } from 'aedes'
import { topicLevels } from '#db/tracker_number.ts'
import type { Identity } from '../shared/identity.ts'
import type { TokenBucket } from '../shared/token_bucket.ts'
import type { MqttLink } from './link.ts'

/** The part of a topic after the device's own prefix; null for other topics. */
export function belowOwn({ prefixes }: Device, topic: string): string | null {
  for (const prefix of prefixes ?? []) if (topic.startsWith(prefix)) return topic.slice(prefix.length)
  return null
}

export const isOwntracks = (topic: string) => topic.startsWith('owntracks/')

/** Whether an app may receive commands there: only below its own tracker's number. */
export const isOwnCommandTopic = (topic: string, { number }: Identity) =>
  topicLevels(number).some((level) => topic.startsWith(`owntracks/${level}/`)) &&
  topic.endsWith('/cmd') &&
  !/[+#]/.test(topic)

/** A client of the broker with its tracker, set at the sign-in. */
export type Device = Client & {
  tracker?: Identity
  /** Set for what may be a gateway node of Meshtastic: with an API key instead of a tracker, else null. */
  mesh?: { key: string | null; name: string }
  /** Topic prefixes for publishing and subscribing: mostly one, `trackers/<number>/`. */
  prefixes?: string[]
  link?: MqttLink
  rate_limit?: TokenBucket
  pause(): void
}
