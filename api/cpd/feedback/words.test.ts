import { expect, it } from 'vitest'
import { languageCodes } from '#messages/languages.ts'
import { feedbackMail } from './words.ts'

const link = 'https://example.com/app/feedback#x'
const values = { person: '“Tama Smith”', organisation: null, closes_on: '2026-12-14', link }

it.each(languageCodes)('the mail to a colleague in %s has all of its parts', (language) => {
  const { subject, text } = feedbackMail(language, values)
  expect(subject).toContain('“Tama Smith”')
  expect(text.split('\n\n')).toHaveLength(4)
  for (const part of ['“Tama Smith”', link]) expect(text).toContain(part)
  expect(subject + text).not.toMatch(/\{\{|null/)
})

it('is in English for other languages, with the day in words', () => {
  const { subject, text } = feedbackMail('nl-BE', { ...values, person: null })
  expect(subject).toBe('Feedback on A colleague')
  expect(text).toContain('at their organisation')
  expect(text).toContain('until 14 December 2026:')
})
