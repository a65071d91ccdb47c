import { type RaisedKind, raisedKinds } from '#db/tables/people/alert_preferences.ts'
import type { Language } from './language.ts'

/** Kinds whose texts differ in one sentence only. */
type Plain = Exclude<RaisedKind, 'maintenance_due'>
const plain = raisedKinds.filter((kind): kind is Plain => kind !== 'maintenance_due')

/**
 * The templates of kinds of alerts that differ in one sentence only.
 *
 * @param sentences with `{{tracker}}`, and no full stop
 * @param lines what follows in a mail
 * @param at what follows in an SMS
 */
export function raisedTemplates(sentences: Record<Plain, string>, lines: string, at: string) {
  const pairs = plain.map((kind): [Plain, Template] => {
    const sentence = sentences[kind]
    const text = `${sentence.replace('{{tracker}}', '{{tracker}} ({{number}})')}.\n\n${lines}`
    return [kind, { email: { subject: sentence, text }, sms: { subject: '', text: `${sentence} ${at}` } }]
  })
  return Object.fromEntries(pairs) as Record<Plain, Template>
}

/** The same sentences as lines of a digest. */
export const raisedLines = (sentences: Record<Plain, string>) =>
  Object.fromEntries(
    plain.map((kind) => [
      kind,
      (tracker: string, of: string, distance = '') =>
        sentences[kind]
          .replace('{{tracker}}', () => tracker)
          .replace(/\{\{(sensor|other|driver)\}\}/, () => of)
          .replace('{{distance}}', () => distance),
    ]),
  ) as Record<Plain, Language['lines']['alarm']>

type Template = Language['templates']['alarm']
