import { describe, expect, it } from 'vitest'
import { builtIn, placeholders, samples, templateNames } from './built_in.ts'
import { render, templateFault } from './render.ts'

describe('a template', () => {
  it.each([
    ['{{tracker}} has left', { tracker: 'Truck 7' }, 'Truck 7 has left'],
    ['{{ tracker }} has left', { tracker: 'Truck 7' }, 'Truck 7 has left'],
    ['Speed: {{speed}}\nWhere: {{place}}', { speed: null, place: 'here' }, 'Where: here'],
    ['a\n\n{{gone}}\n\nb', {}, 'a\n\nb'],
    ['{{tracker}}', { tracker: '{{number}} $& $1' }, '{{number}} $& $1'],
  ])('%j is filled in', (template, values, text) => {
    expect(render(template, values)).toBe(text)
  })

  it.each([
    ['{{tracker}} {{colour}}', 'has {{colour}}, which there is not: give one of {{tracker}}, {{time}}'],
    ['{{tracker', 'has {{ or }} that belong to no name: give one of {{tracker}}, {{time}}'],
    ['{{}}', 'has {{ or }} that belong to no name: give one of {{tracker}}, {{time}}'],
    ['{{tracker}} at {{ time }}', null],
    ['{ braces } alone', null],
  ])('%j is checked', (template, fault) => {
    expect(templateFault(template, ['tracker', 'time'])).toBe(fault)
  })
})

describe('the built-in templates', () => {
  it.each(templateNames)('%s names only what it may, and says something', (name) => {
    for (const { subject, text } of Object.values(builtIn[name])) {
      expect(templateFault(subject + text, placeholders[name])).toBe(null)
      expect(render(text, samples)).not.toContain('{{')
      expect(render(text, samples)).not.toBe('')
    }
  })
})
