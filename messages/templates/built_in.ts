import type { Values } from './render.ts'

const place = ['tracker', 'number', 'organisation', 'time', 'position', 'speed', 'link']

/** What each template may name. */
export const placeholders = {
  left_boundary: [...place, 'boundary', 'ended'],
  returned: [...place, 'boundary', 'started', 'duration'],
  alarm: [...place, 'alarm', 'ended'],
  offline: [...place],
  reminder: [...place, 'boundary', 'started', 'duration'],
  escalation: [...place, 'boundary', 'alarm', 'started', 'duration'],
  digest: ['organisation', 'count', 'list', 'more', 'link', 'because'],
  message: ['sender', 'organisation', 'subject', 'text', 'link'],
  enquiry_answer: ['name', 'subject', 'text', 'answer', 'sender'],
} as const satisfies Record<string, readonly string[]>

export type TemplateName = keyof typeof placeholders
export const templateNames = Object.keys(placeholders) as TemplateName[]

/** What is said where an organisation has no words of its own. SMS have no subject. */
export const builtIn: Record<TemplateName, Record<'email' | 'sms', { subject: string; text: string }>> = {
  left_boundary: {
    email: {
      subject: '{{tracker}} has left {{boundary}}',
      text: `{{tracker}} ({{number}}) has left {{boundary}}.

When: {{time}}
Where: {{position}}
Speed: {{speed}}
It was back at {{ended}}.

On the map, at that moment: {{link}}`,
    },
    sms: { subject: '', text: '{{tracker}} has left {{boundary}} at {{time}}, {{speed}}. {{link}}' },
  },
  returned: {
    email: {
      subject: '{{tracker}} is back',
      text: `{{tracker}} ({{number}}) is back inside.

When: {{time}}
Where: {{position}}
It was outside for {{duration}}, since {{started}}.

On the map, at that moment: {{link}}`,
    },
    sms: { subject: '', text: '{{tracker}} is back inside since {{time}}, after {{duration}}. {{link}}' },
  },
  alarm: {
    email: {
      subject: '{{tracker}}: {{alarm}}',
      text: `{{tracker}} ({{number}}) has raised an alarm: {{alarm}}.

When: {{time}}
Where: {{position}}
Speed: {{speed}}
It ended at {{ended}}.

On the map, at that moment: {{link}}`,
    },
    sms: { subject: '', text: '{{tracker}}: {{alarm}} at {{time}}, {{speed}}. {{link}}' },
  },
  offline: {
    email: {
      subject: '{{tracker}} is offline',
      text: `{{tracker}} ({{number}}) has not been heard of for longer than it should be silent.

Since: {{time}}
Last seen: {{position}}

On the map: {{link}}`,
    },
    sms: { subject: '', text: '{{tracker}} is offline since {{time}}. {{link}}' },
  },
  reminder: {
    email: {
      subject: '{{tracker}} is still outside',
      text: `{{tracker}} ({{number}}) is still outside, for {{duration}} now. It left {{boundary}} at {{started}}.

Where: {{position}}
Speed: {{speed}}

On the map: {{link}}

Acknowledge the alert, and there are no more reminders.`,
    },
    sms: { subject: '', text: '{{tracker}} is still outside, for {{duration}} now. {{link}}' },
  },
  escalation: {
    email: {
      subject: 'Nobody has seen to it: {{tracker}}',
      text: `An alert of {{tracker}} ({{number}}) has not been acknowledged for {{duration}}.

Alarm: {{alarm}}
Left: {{boundary}}
When: {{started}}
Where: {{position}}

On the map: {{link}}`,
    },
    sms: { subject: '', text: '{{tracker}}: an alert of {{started}} has not been acknowledged. {{link}}' },
  },
  digest: {
    email: {
      subject: '{{count}} alerts of {{organisation}}',
      text: `{{count}} alerts have been kept for you, {{because}}.

{{list}}
… and {{more}} more.

All alerts: {{link}}`,
    },
    sms: { subject: '', text: '{{count}} alerts have been kept for you, {{because}}. {{link}}' },
  },
  message: {
    email: {
      subject: '{{subject}}',
      text: `{{text}}

{{sender}} has sent you this message. To answer, sign in: {{link}}`,
    },
    sms: { subject: '', text: '{{sender}}: {{subject}} {{link}}' },
  },
  enquiry_answer: {
    email: {
      subject: 'Re: {{subject}}',
      text: `{{answer}}

{{sender}}

You wrote:

{{text}}`,
    },
    sms: { subject: '', text: '{{answer}}' },
  },
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
