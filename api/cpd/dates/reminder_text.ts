import { languageOf } from '#messages/languages.ts'
import { render } from '#messages/templates/render.ts'
import { inLanguage } from '../words/in_language.ts'
import { andMore, fromToday, reminders } from '../words/reminder.ts'
import type { DateKind } from './dates.ts'

/** Subject and text of one message about all that comes up for a person, in their language. */
export function textOf(dues: Due[], locale: string): { subject: string; text: string } {
  const language = languageOf(locale)
  const parts = dues.map(({ kind, name, day, days_left }) => {
    const texts = reminders[kind === 'assessment' && days_left < 0 ? 'assessment_over' : kind]
    return inLanguage(locale, texts, { name, day, when: fromToday(language, days_left) })
  })
  const [first, ...others] = parts
  if (others.length === 0) return first!
  const lines = parts.map(({ subject, text }) => `${subject}\n${text}`)
  const more = andMore[language][others.length === 1 ? 'one' : 'more']
  return { subject: render(more, { subject: first!.subject, count: String(others.length) }), text: lines.join('\n\n') }
}

export type Due = {
  kind: Exclude<DateKind, 'appeal' | 'waiver_appeal'> | 'plan' | 'assessment'
  name: string
  day: string
  days_left: number
}
