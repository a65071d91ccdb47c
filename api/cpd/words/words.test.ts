import { describe, expect, it } from 'vitest'
import { languageCodes } from '#messages/languages.ts'
import { placeholdersOf } from '#messages/templates/render.ts'
import { assessmentMail } from './assessment.ts'
import { auditAsked, auditDecided, auditNotice } from './audit.ts'
import * as colleagues from './colleagues.ts'
import { feedbackMail } from './feedback.ts'
import { inLanguage } from './in_language.ts'
import { letterLanguage, letterWords } from './letters.ts'
import { planSteps } from './plan.ts'
import { fromToday, reminders } from './reminder.ts'
import { waiverAsked, waiverDecided } from './waiver.ts'

const all = {
  feedbackMail,
  assessmentMail,
  ...colleagues,
  ...planSteps,
  ...reminders,
  waiverAsked,
  waiverDecided: waiverDecided('part', false),
  waiverAppealDecided: waiverDecided('refused', true),
  auditNotice,
  auditAsked,
  auditDecided: auditDecided('partly_met', false),
  auditAppealDecided: auditDecided('not_met', true),
}
const named = (parts: string[]) => parts.flatMap(placeholdersOf).sort()

describe.each(Object.entries(all))('the texts of %s', (_name, texts) => {
  it.each(languageCodes)('in %s have the parts and the placeholders of the English', (language) => {
    const { subject, text } = texts[language]
    expect(named([subject])).toEqual(named([texts.en.subject]))
    expect(text.map((part) => named([part]))).toEqual(texts.en.text.map((part) => named([part])))
    expect(subject.length).toBeLessThan(150)
    if (language !== 'en') expect([subject, ...text]).not.toEqual([texts.en.subject, ...texts.en.text])
  })
})

it('is in English for other languages, with days in words, and general words for who is not named', () => {
  const link = 'https://example.com/app/feedback#x'
  const values = { person: null, organisation: null, day: '2026-12-14', link }
  const { subject, text } = inLanguage('nl-BE', feedbackMail, values)
  expect(subject).toBe('Feedback on A colleague')
  expect(text).toContain('at their organisation')
  expect(text).toContain('until 14 December 2026:')
  expect(inLanguage('de-AT', feedbackMail, { ...values, person: '“Tama”' }).text).toMatch(/“Tama”.*\n\n.*14\. Dezember/)
})

it.each(languageCodes)('says in %s how far a day is from today', (language) => {
  const texts = [0, 1, 2, 30].map((days) => fromToday(language, days))
  expect(new Set(texts).size).toBe(4)
  expect(texts.join()).not.toMatch(/\+|undefined/)
  if (language === 'en') expect(texts).toEqual(['today', 'tomorrow', 'in 2 days', 'in 30 days'])
})

it('letters are in the language of their person, with the placeholders of the English; Arabic is not in the font', () => {
  const textsOf = (words: object): string[] =>
    Object.values(words).flatMap((one) => (typeof one === 'string' ? one : textsOf(one)))
  for (const [language, words] of Object.entries(letterWords)) {
    expect(letterLanguage(language)).toBe(language)
    expect(textsOf(words).map((text) => named([text]))).toEqual(textsOf(letterWords.en).map((text) => named([text])))
  }
  expect([letterLanguage('ar'), letterLanguage('de-AT'), letterLanguage('pt-PT')]).toEqual(['en', 'de', 'pt-BR'])
})
