import { describe, expect, it } from 'vitest'
import type { MailName } from './account_words.ts'
import { languages, wordsIn } from './languages.ts'

const names = Object.keys(languages.en).filter((name) => name !== 'unnamed') as MailName[]

describe.each(Object.entries(languages))('mails about accounts in %s', (_name, words) => {
  it.each(names)('%s has a subject, a text, and the placeholders of the English text', (name) => {
    const { subject, text } = words[name]
    const named = (of: string) => [...of.matchAll(/\{\{[^}]*\}\}/g)].map(([each]) => each)
    expect(subject).toMatch(/^\S.{5,60}\S$/)
    expect(named(subject)).toEqual([])
    expect(named(text)).toEqual(named(languages.en[name].text))
    expect(text.length).toBeGreaterThan(80)
  })
})

it.each([
  ['mi', 'mi'],
  ['mi-NZ', 'mi'],
  ['en-NZ', 'en'],
  ['de-AT', 'de'],
  ['fr-CA', 'fr'],
  ['pt', 'pt-BR'],
  ['ar-EG', 'ar'],
  ['nl', 'en'],
  ['constructor', 'en'],
] as const)('a reader of %s gets %s', (locale, language) => {
  expect(wordsIn(locale)).toBe(languages[language])
})
