import type { Client } from 'aedes'
import { topicLevels } from '#db/tracker_number.ts'
import type { Identity } from '../shared/identity.ts'
import type { TokenBucket } from '../shared/token_bucket.ts'
import type { MqttLink } from './link.ts'

/** What of a topic stands below those that are the device's own; null where it is not one of them. */
export function belowOwn({ prefixes }: Device, topic: string): string | null {
  for (const prefix of prefixes ?? []) if (topic.startsWith(prefix)) return topic.slice(prefix.length)
  return null
}

export const isOwntracks = (topic: string) => topic.startsWith('owntracks/')

/** Where an app listens for commands: below its own tracker's number, and nowhere else. */
export const isOwnCommandTopic = (topic: string, { number }: Identity) =>
  topicLevels(number).some((level) => topic.startsWith(`owntracks/${level}/`)) &&
  topic.endsWith('/cmd') &&
  !/[+#]/.test(topic)

/** A client of the broker, with what is known of it since its sign-in. */
export type Device = Client & {
  tracker?: Identity
  /** Below which it may publish and subscribe: mostly one, `trackers/<number>/`. */
  prefixes?: string[]
  link?: MqttLink
  rate_limit?: TokenBucket
  pause(): void
}
