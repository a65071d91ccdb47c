import type { Occasion } from '#db/tables/tracking/alert_job.ts'

const place = ['tracker', 'number', 'organisation', 'time', 'position', 'speed', 'link']

/** What each template may name. */
export const placeholders = {
  left_boundary: [...place, 'boundary', 'ended'],
  returned: [...place, 'boundary', 'started', 'duration'],
  alarm: [...place, 'alarm', 'ended'],
  offline: [...place],
  online: [...place],
  reminder: [...place, 'boundary', 'started', 'duration'],
  escalation: [...place, 'boundary', 'alarm', 'started', 'duration'],
  digest: ['organisation', 'count', 'list', 'more', 'link', 'because'],
  message: ['sender', 'organisation', 'subject', 'text', 'link'],
  enquiry_answer: ['name', 'subject', 'text', 'answer', 'sender'],
} as const satisfies Record<string, readonly string[]>

export type TemplateName = keyof typeof placeholders
export const templateNames = Object.keys(placeholders) as TemplateName[]

/** What is said where an organisation has no words of its own. */
export type Language = {
  /** SMS have no subject. */
  templates: Record<TemplateName, Record<'email' | 'sms', { subject: string; text: string }>>
  active_boundary: string
  /** Above the link to unsubscribe. */
  no_more: string
  /** Why alerts were kept for a digest. */
  because: { limit: (limit: number) => string; quiet: string; repeats: (limit: number) => string }
  /** What an address that nobody has proved is sent, and nothing else: no word of it comes from a person. */
  confirmation: Record<'email' | 'sms', { subject: string; text: string }>
  phone_code: (code: string) => string
  /** That an organisation has sent as much as it may. */
  quota: {
    subject: (what: string) => string
    text: (what: string, limit: number, period: string, until: string) => string
    what: Record<'email' | 'sms' | 'push' | 'webhook', string>
    period: Record<'an hour' | 'a day', string>
  }
  /** In a digest, by what has happened to a tracker. */
  lines: Record<Occasion, (tracker: string, of: string) => string>
}
