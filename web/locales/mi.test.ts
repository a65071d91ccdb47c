import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { phone as english } from './en_phone.ts'
import { mi, phone } from './mi.ts'

/** Sentences by their name, as `frame.menu`. */
function sentences(words: object, path: string[] = []): [name: string, sentence: string][] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value] as const] : sentences(value, [...path, name]),
  ) as [string, string][]
}

describe.each([
  ['frame and map', mi, en],
  ['phone', phone, english],
])('the Māori words of the %s', (_what, words, source) => {
  const all = new Map(sentences(source))

  it.each(sentences(words))('%s names what the English names: %s', (name, sentence) => {
    const named = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(([each]) => each).sort()
    expect(all.has(name)).toBe(true)
    const one = name.endsWith('_one') || name.endsWith('_other')
    // A sentence about one thing may leave its number out.
    const expected = one ? named(sentence).filter((each) => each !== '{{count}}') : named(sentence)
    const english_names = named(all.get(name)!)
    expect(expected).toEqual(one ? english_names.filter((each) => each !== '{{count}}') : english_names)
  })

  it('have both forms where they count: browsers know no rule for Māori, and take another language’s', () => {
    const names = sentences(words).map(([name]) => name)
    const stems = names.filter((name) => /_(one|other)$/.test(name)).map((name) => name.replace(/_\w+$/, ''))
    expect(stems.flatMap((stem) => [`${stem}_one`, `${stem}_other`]).filter((name) => !names.includes(name))).toEqual(
      [],
    )
  })
})

it('the phone speaks Māori whole', () => {
  expect(sentences(phone).map(([name]) => name)).toEqual(sentences(english).map(([name]) => name))
})
