import { type RaisedKind, raisedKinds } from '#db/tables/people/alert_preferences.ts'
import type { Language } from './language.ts'

/**
 * The templates of kinds of alerts that differ in one sentence only.
 *
 * @param sentences with `{{tracker}}`, and no full stop
 * @param lines what follows in a mail
 * @param at what follows in an SMS
 */
export function raisedTemplates(sentences: Record<RaisedKind, string>, lines: string, at: string) {
  const pairs = raisedKinds.map((kind): [RaisedKind, Template] => {
    const sentence = sentences[kind]
    const text = `${sentence.replace('{{tracker}}', '{{tracker}} ({{number}})')}.\n\n${lines}`
    return [kind, { email: { subject: sentence, text }, sms: { subject: '', text: `${sentence} ${at}` } }]
  })
  return Object.fromEntries(pairs) as Record<RaisedKind, Template>
}

/** The same sentences as lines of a digest. */
export const raisedLines = (sentences: Record<RaisedKind, string>) =>
  Object.fromEntries(
    raisedKinds.map((kind) => [kind, (tracker: string) => sentences[kind].replace('{{tracker}}', () => tracker)]),
  ) as Record<RaisedKind, (tracker: string) => string>

type Template = Language['templates']['alarm']
