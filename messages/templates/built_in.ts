import type { Occasion } from '#db/tables/tracking/alert_job.ts'
import { en } from './en.ts'
import { mi } from './mi.ts'
import type { Values } from './render.ts'

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

/** The languages that words are built in for. Where there are none for a reader's, English is said. */
export const languages = { en, mi }

/** @example languageOf('mi-NZ') === languages.mi */
export function languageOf(locale: string): Language {
  const name = locale.toLowerCase().split('-')[0]!
  return Object.hasOwn(languages, name) ? languages[name as keyof typeof languages] : en
}

/** What a preview shows. */
export const samples: Values = {
  tracker: 'Truck 7',
  number: '356938035643809',
  organisation: 'My organisation',
  boundary: 'Auckland depot',
  time: '21/11/2026 14:05:10 NZDT',
  position: `36°50'54.6"S 174°45'47.9"E`,
  speed: '52 km/h',
  link: 'https://example.com/app/map',
  ended: '21/11/2026 14:25:10 NZDT',
  started: '21/11/2026 13:05:10 NZDT',
  duration: '1 h',
  alarm: 'The person calls for help',
  count: '3',
  list: 'Truck 7 has left Auckland depot, 21/11/2026 14:05:10 NZDT',
  more: '2',
  because: 'since there were more than 20 in an hour',
  sender: 'Aroha Ngata',
  name: 'Tama Smith',
  subject: 'A question',
  text: 'Where is truck 7?',
  answer: 'It is on its way.',
}

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
