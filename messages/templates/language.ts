import { type RaisedKind, raisedKinds } from '#db/tables/people/alert_preferences.ts'
import type { Occasion } from '#db/tables/tracking/alert_job.ts'
import type { PlaceWords } from '#messages/geography/place.ts'

const place = ['tracker', 'number', 'organisation', 'time', 'position', 'place', 'speed', 'link']

const ofRaised = [...place, 'boundary', 'limit', 'ended']

/** The placeholders of each template. */
export const placeholders = {
  left_boundary: [...place, 'boundary', 'ended'],
  outside_boundary: [...place, 'boundary', 'ended'],
  returned: [...place, 'boundary', 'own_boundary', 'started', 'duration'],
  entered_boundary: [...place, 'boundary', 'ended'],
  exited_boundary: [...place, 'boundary', 'started', 'duration'],
  alarm: [...place, 'alarm', 'ended'],
  arrived: [...place, 'boundary'],
  departed: [...place, 'boundary'],
  late: [...place, 'boundary'],
  late_to_come: [...place, 'boundary', 'arrival'],
  ...(Object.fromEntries(raisedKinds.map((kind) => [kind, ofRaised])) as Record<RaisedKind, string[]>),
  sensor: [...ofRaised, 'sensor'],
  proximity: [...ofRaised, 'other', 'distance'],
  unknown_key: [...ofRaised, 'driver'],
  licence_expired: [...ofRaised, 'driver'],
  no_show: [...ofRaised, 'driver'],
  maintenance_due: ['tracker', 'number', 'organisation', 'time', 'maintenance', 'link'],
  offline: [...place],
  online: [...place],
  reminder: [...place, 'boundary', 'started', 'duration'],
  reminder_inside: [...place, 'boundary', 'started', 'duration'],
  escalation: [...place, 'boundary', 'entered', 'alarm', 'started', 'duration'],
  digest: ['organisation', 'count', 'list', 'more', 'link', 'because'],
  message: ['sender', 'organisation', 'subject', 'text', 'link'],
  enquiry_answer: ['name', 'subject', 'text', 'answer', 'sender'],
} as const satisfies Record<string, readonly string[]>

export type TemplateName = keyof typeof placeholders
export const templateNames = Object.keys(placeholders) as TemplateName[]

type Line = (tracker: string, of: string, distance?: string) => string

/** Built-in texts of a language. */
export type Language = {
  /** SMS have no subject. */
  templates: Record<TemplateName, Record<'email' | 'sms', { subject: string; text: string }>>
  active_boundary: string
  /** Stands before a colon, before all that a fire drill sends; also the name of its tracker. */
  drill: string
  /** Where a position is from the nearest town; `direction` is N, NE, … */
  place: PlaceWords
  /** Above the link to unsubscribe. */
  no_more: string
  no_more_newsletters: string
  /** Attached files that do not go with a mail: deleted since, or found by the virus scan. */
  left_out: (names: string) => string
  /** Why alerts were kept for a digest. */
  because: { limit: (limit: number) => string; quiet: string; repeats: (limit: number) => string }
  /** The only text sent to unconfirmed addresses: nothing in it is written by a user. */
  confirmation: Record<'email' | 'sms', { subject: string; text: string }>
  phone_code: (code: string) => string
  /** What a person has sent to themselves to try their alert settings. */
  test_alert: { subject: (organisation: string) => string; text: (organisation: string) => string }
  /** A quota is exhausted. */
  quota: {
    subject: (what: string) => string
    text: (what: string, limit: number, period: string, until: string) => string
    what: Record<'email' | 'sms' | 'push' | 'webhook', string>
    period: Record<'an hour' | 'a day', string>
  }
  /** An endpoint of webhooks was switched off. */
  webhook_off: {
    subject: (name: string) => string
    text: (name: string, host: string, reason: string, link: string) => string
  }
  /** What chats and push services are notified of, besides the lines below. */
  channel: {
    over: (line: string) => string
    trip: (tracker: string, km: number) => string
    answered: (tracker: string, answer: string) => string
    failed: (tracker: string, reason: string) => string
    test: string
  }
  /** Lines of a digest by occasion; of two trackers with how far they are apart. */
  lines: Record<Occasion | 'reminder_inside' | 'outside_boundary' | 'late_to_come', Line>
}
