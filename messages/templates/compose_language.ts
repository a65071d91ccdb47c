import type { Language } from './language.ts'
import { raisedLines, raisedTemplates } from './raised.ts'

/**
 * The built-in texts of a language from its sentences: mails are a sentence with facts below it, SMS the sentence with
 * the same facts behind it, and lines of a digest the sentence alone.
 */
export function composeLanguage({ raised, sentences, labels, alone, ...rest }: Sentences): Language {
  const where = `${labels.where}: {{place}} ({{position}})`
  const speed = `${labels.speed}: {{speed}}`
  const moment = `${labels.when}: {{time}}\n${where}\n${speed}`
  const then = `\n\n${labels.map_then}: {{link}}`
  const map = `\n\n${labels.map}: {{link}}`
  const facts = `{{time}}, {{place}}, {{speed}}. {{link}}`
  const pair = (sentence: string, lines: string, sms: string, more = '') => ({
    email: { subject: sentence, text: `${numbered(sentence)}.${more && ` ${more}`}\n\n${lines}` },
    sms: { subject: '', text: `${sentence}: ${sms}` },
  })
  const s = sentences
  const left = `${moment}\n${alone.back}${then}`
  const still = `${where}\n${speed}${map}\n\n${alone.acknowledge}`
  const templates: Language['templates'] = {
    left_boundary: pair(s.left_boundary, left, facts),
    outside_boundary: pair(s.outside_boundary, `${moment}\n${alone.inside_at}${then}`, facts, alone.not_inside_yet),
    returned: {
      email: {
        subject: s.returned,
        text: `${numbered(s.returned)}.\n\n${labels.when}: {{time}}\n${where}\n${labels.boundary}: {{own_boundary}}\n${alone.was_outside}${then}`,
      },
      sms: { subject: '', text: `${s.returned_to}: {{time}}, ${alone.after}, {{place}}. {{link}}` },
    },
    entered_boundary: pair(s.entered_boundary, `${moment}\n${alone.out_again}${then}`, facts, alone.must_not),
    exited_boundary: pair(
      s.exited_boundary,
      `${labels.when}: {{time}}\n${where}\n${alone.was_inside}${then}`,
      `{{time}}, ${alone.after}, {{place}}. {{link}}`,
    ),
    alarm: {
      email: { subject: '{{tracker}}: {{alarm}}', text: `${numbered(s.alarm)}.\n\n${moment}\n${alone.ended}${then}` },
      sms: { subject: '', text: `{{tracker}}: {{alarm}}. ${facts}` },
    },
    arrived: pair(s.arrived, `${moment}${then}`, '{{time}}. {{link}}', alone.as_asked),
    departed: pair(s.departed, `${moment}${then}`, '{{time}}. {{link}}', alone.as_asked),
    late_to_come: pair(
      s.late_to_come,
      `${labels.expected}: {{time}}\n${labels.arrival}: {{arrival}}\n${where}\n${speed}${map}`,
      `{{time}}, ${labels.arrival}: {{arrival}}, {{place}}. {{link}}`,
    ),
    late: pair(s.late, `${labels.expected}: {{time}}\n${where}\n${speed}${then}`, `{{time}}, {{place}}. {{link}}`),
    ...raisedTemplates(
      raised,
      `${moment}\n${labels.limit}: {{limit}}\n${labels.boundary}: {{boundary}}\n${alone.ended}${then}`,
      facts,
    ),
    maintenance_due: pair(s.maintenance_due, `${labels.since}: {{time}}\n\n${alone.enter_done}${map}`, '{{link}}'),
    offline: pair(
      s.offline,
      `${labels.since}: {{time}}\n${labels.last}: {{place}} ({{position}})${map}`,
      '{{time}}, {{place}}. {{link}}',
      alone.silent,
    ),
    online: pair(s.online, `${labels.since}: {{time}}\n${where}${map}`, '{{time}}, {{place}}. {{link}}'),
    reminder: pair(
      s.reminder,
      still,
      '{{duration}}, {{place}}. {{link}}',
      `${alone.since_duration} ${labels.boundary}: {{boundary}}.`,
    ),
    reminder_inside: pair(s.reminder_inside, still, '{{duration}}, {{place}}. {{link}}', alone.since_duration),
    ...templatesOfSummaries({ sentences, labels, alone }, where, map),
  }
  return { ...rest, templates, lines: linesOf(raised, s) }
}

function linesOf(raised: Sentences['raised'], sentences: Sentences['sentences']): Language['lines'] {
  const pairs = lineNames.map((name) => [name, (tracker: string, of: string) => filled(sentences[name], tracker, of)])
  return { ...raisedLines(raised), ...(Object.fromEntries(pairs) as Pick<Language['lines'], LineName>) }
}

/** What is written about several alerts, or by a person. */
function templatesOfSummaries({ sentences, labels, alone }: Texts, where: string, map: string) {
  return {
    escalation: {
      email: {
        subject: sentences.escalation,
        text: `${alone.unacknowledged}\n\n${labels.alarm}: {{alarm}}\n${labels.outside}: {{boundary}}\n${labels.entered}: {{entered}}\n${labels.when}: {{started}}\n${where}${map}`,
      },
      sms: { subject: '', text: `${sentences.escalation}: {{started}}, {{place}}. {{link}}` },
    },
    digest: {
      email: {
        subject: alone.digest_subject,
        text: `${alone.kept}\n\n{{list}}\n${alone.more}\n\n${alone.all}: {{link}}`,
      },
      sms: { subject: '', text: `${alone.kept} {{link}}` },
    },
    message: {
      email: { subject: '{{subject}}', text: `{{text}}\n\n${alone.sent_by}: {{link}}` },
      sms: { subject: '', text: '{{sender}}: {{subject}} {{link}}' },
    },
    enquiry_answer: {
      email: { subject: 'Re: {{subject}}', text: `{{answer}}\n\n  {{sender}}\n\n${alone.you_wrote}\n\n{{text}}` },
      sms: { subject: '', text: '{{answer}}' },
    },
  } satisfies Partial<Language['templates']>
}

type Texts = Pick<Sentences, 'sentences' | 'labels' | 'alone'>

const numbered = (sentence: string) => sentence.replace('{{tracker}}', '{{tracker}} ({{number}})')

const filled = (sentence: string, tracker: string, of: string) =>
  sentence.replace('{{tracker}}', () => tracker).replace(/\{\{(boundary|alarm|maintenance)\}\}/, () => of)

const lineNames = [
  'left_boundary',
  'outside_boundary',
  'returned',
  'entered_boundary',
  'exited_boundary',
  'alarm',
  'arrived',
  'departed',
  'late',
  'late_to_come',
  'maintenance_due',
  'offline',
  'online',
  'reminder',
  'reminder_inside',
  'escalation',
] as const satisfies (keyof Language['lines'])[]
type LineName = (typeof lineNames)[number]

export type Sentences = Omit<Language, 'templates' | 'lines'> & {
  raised: Parameters<typeof raisedTemplates>[0]
  /** With `{{tracker}}`, and no full stop; `returned_to` also with `{{own_boundary}}`. */
  sentences: Record<LineName | 'returned_to', string>
  /** Before a colon. `map_then` is the map at that moment, `last` the last position. */
  labels: Record<
    | 'when'
    | 'where'
    | 'speed'
    | 'limit'
    | 'boundary'
    | 'since'
    | 'expected'
    | 'arrival'
    | 'last'
    | 'alarm'
    | 'outside'
    | 'entered'
    | 'map'
    | 'map_then',
    string
  >
  /** Sentences of their own: with their full stops, but for `after` and `sent_by`, `all`. */
  alone: Record<
    | 'back'
    | 'inside_at'
    | 'not_inside_yet'
    | 'was_outside'
    | 'was_inside'
    | 'after'
    | 'must_not'
    | 'out_again'
    | 'ended'
    | 'as_asked'
    | 'enter_done'
    | 'silent'
    | 'since_duration'
    | 'acknowledge'
    | 'unacknowledged'
    | 'digest_subject'
    | 'kept'
    | 'more'
    | 'all'
    | 'sent_by'
    | 'you_wrote',
    string
  >
}
