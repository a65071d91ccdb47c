import { describe, expect, it } from 'vitest'
import { languageOf, languages, samples } from './built_in.ts'
import { placeholders, templateNames } from './language.ts'
import { placeholdersOf, render, templateFault } from './render.ts'

describe('a template', () => {
  it.each([
    ['{{tracker}} has left', { tracker: 'Truck 7' }, 'Truck 7 has left'],
    ['{{ tracker }} has left', { tracker: 'Truck 7' }, 'Truck 7 has left'],
    ['Speed: {{speed}}\nWhere: {{place}}', { speed: null, place: 'here' }, 'Where: here'],
    ['a\n\n{{gone}}\n\nb', {}, 'a\n\nb'],
    ['{{time}}, {{place}}, {{speed}}. End', { time: 'now' }, 'now. End'],
    ['Where: {{place}} ({{position}})', { place: 'here' }, 'Where: here'],
    ['{{tracker}}', { tracker: '{{number}} $& $1' }, '{{number}} $& $1'],
  ])('%j is filled in', (template, values, text) => {
    expect(render(template, values)).toBe(text)
  })

  it.each([
    ['{{tracker}} {{colour}}', 'has {{colour}}, which is not a placeholder here: give one of {{tracker}}, {{time}}'],
    ['{{tracker', 'has {{ or }} that belong to no name: give one of {{tracker}}, {{time}}'],
    ['{{}}', 'has {{ or }} that belong to no name: give one of {{tracker}}, {{time}}'],
    ['{{tracker}} at {{ time }}', null],
    ['{ braces } alone', null],
  ])('%j is checked', (template, fault) => {
    expect(templateFault(template, ['tracker', 'time'])).toBe(fault)
  })
})

describe.each(Object.entries(languages))('the built-in templates in %s', (_name, { templates }) => {
  it.each(templateNames)('%s uses only its placeholders, and is not empty', (name) => {
    for (const { subject, text } of Object.values(templates[name])) {
      expect(templateFault(subject + text, placeholders[name])).toBe(null)
      expect(render(text, samples)).not.toContain('{{')
      expect(render(text, samples)).not.toBe('')
    }
  })

  it.each(templateNames)('%s uses the same placeholders as in English', (name) => {
    for (const channel of ['email', 'sms'] as const) {
      const named = ({ subject, text }: { subject: string; text: string }) => new Set(placeholdersOf(subject + text))
      expect(named(templates[name][channel])).toEqual(named(languages.en.templates[name][channel]))
    }
  })
})

it.each([
  ['mi', 'mi'],
  ['mi-NZ', 'mi'],
  ['MI', 'mi'],
  ['en-NZ', 'en'],
  ['de-AT', 'de'],
  ['nl', 'en'],
  ['constructor', 'en'],
] as const)('readers of %s read %s', (locale, language) => {
  expect(languageOf(locale)).toBe(languages[language])
})
