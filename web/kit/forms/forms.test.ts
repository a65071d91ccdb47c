import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import { bodyWithTitles, choicesOf, itemsOf, kindOf, type Schema, titleOf } from './schema.ts'
import { toBody, toFields, toNewBody } from './values.ts'

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const interval: Schema = { type: 'integer', minimum: 0, maximum: 86_400 }
const name = nullable({ type: 'string', maxLength: 5 })
const hours: Schema = { type: 'number', multipleOf: 0.01, minimum: 0, 'x-measure': 'hours' }
const type: Schema = {
  anyOf: [
    { type: 'string', const: 'gps' },
    { type: 'string', const: 'phone' },
  ],
}

test.each([
  [interval, 'number'],
  [name, 'text'],
  [type, 'choice'],
  [nullable(type), 'choice'],
  [{ type: 'boolean' }, 'switch'],
  [{ type: 'array', items: { type: 'string' } }, 'texts'],
  [nullable({ type: 'string', format: 'email' }), 'email'],
  [nullable({ type: 'string', format: 'date' }), 'date'],
  [{ type: 'array', items: type }, 'choices'],
  [nullable({ type: 'integer', 'x-measure': 'money' }), 'money'],
  [hours, 'hours'],
  [{ type: 'string', maxLength: 100_000, contentMediaType: 'text/markdown' }, 'markdown'],
  [nullable({ type: 'object', 'x-object': 'signature' }), 'signature'],
] as [Schema, string][])('%j is edited as a %s', (schema, kind) => expect(kindOf(schema)).toBe(kind))

test('a choice offers its words, with or without null', () => {
  expect(choicesOf(type)).toEqual(['gps', 'phone'])
  expect(choicesOf({ anyOf: [...type.anyOf!, { type: 'null' }] })).toEqual(['gps', 'phone'])
})

test('choices have other titles in one form, single or several, with or without null', () => {
  const properties = { type, maybe: nullable(type), types: { type: 'array', items: type } }
  const titles = { type: title, maybe: title, types: title, unknown: title }
  const titled = bodyWithTitles({ properties }, titles).properties
  expect(titleOf(titled.type!, 'gps')).toBe('A gps')
  expect(titleOf(titled.maybe!, 'phone')).toBe('A phone')
  expect(titleOf(itemsOf(titled.types!), 'gps')).toBe('A gps')
  expect(Object.values(titled).map(kindOf)).toEqual(['choice', 'choice', 'choices'])
  expect(titleOf(type, 'gps')).toBeUndefined()

  function title(choice: string) {
    return `A ${choice}`
  }
})

test.each([
  [-1, interval, { sentence: 'low', limit: 0 }],
  [86_401, interval, { sentence: 'high', limit: 86_400 }],
  [1.5, interval, { sentence: 'whole' }],
  ['', interval, { sentence: 'required' }],
  [0, interval, null],
  ['Truck 7', name, { sentence: 'long', limit: 5 }],
  ['', name, null],
  ['12345', name, null],
  ['a b', { type: 'string', pattern: '^[^\\s]*$' }, { sentence: 'pattern' }],
  ['ab', { type: 'string', minLength: 3 }, { sentence: 'short', limit: 3 }],
  ['nobody', { type: 'string', format: 'email' }, { sentence: 'email' }],
  [0.07, hours, null],
  [8.25, hours, null],
  [8.255, hours, { sentence: 'step', limit: 0.01 }],
] as const)('%j in %j: %j', (value, schema, wrong) => expect(check(value, schema, false)).toEqual(wrong))

test('a required field must not be empty', () => {
  expect(check('', { type: 'string' }, true)).toEqual({ sentence: 'required' })
  expect(check('', { type: 'string' }, false)).toBe(null)
  expect(check([], { type: 'array', minItems: 1 }, false)).toEqual({ sentence: 'required' })
})

describe('a form', () => {
  const properties = { name, interval_s: interval, active: { type: 'boolean' }, type }

  test('begins with the row, and with nothing where there is none', () => {
    expect(toFields(['name', 'interval_s'], properties, { name: null, interval_s: 60, id: 7 })).toEqual({
      name: '',
      interval_s: 60,
    })
    expect(toFields(['active', 'type'], properties, {})).toEqual({ active: false, type: null })
  })

  test('sends what was changed, tidied, and null for what was emptied', () => {
    const before = { name: 'Ute', interval_s: 60, active: true }
    expect(toBody({ name: '', interval_s: 60, active: false }, before, properties)).toEqual({
      name: null,
      active: false,
    })
    expect(toBody({ name: ' Van ' }, before, properties)).toEqual({ name: 'Van' })
  })

  test('makes a row of what was filled in: what was left empty is not sent', () => {
    const kinds: Record<string, Schema> = {
      name,
      type,
      maybe: nullable(type),
      interval,
      day: { type: 'string', format: 'date' },
      short: { type: 'string', minLength: 3 },
      note: { type: 'string' },
      names: { type: 'array', items: { type: 'string' }, minItems: 1 },
      active: { type: 'boolean' },
    }
    const begun = toFields(Object.keys(kinds), kinds, {})
    expect(toNewBody(begun, begun, kinds)).toEqual({ active: false })
    const filled = { ...begun, name: ' Van ', interval: 0, names: ['a'] }
    expect(toNewBody(filled, begun, kinds)).toEqual({ active: false, name: 'Van', interval: 0, names: ['a'] })
    const row = toFields(Object.keys(kinds), kinds, { name: 'Ute', note: 'New', interval: 60, type: 'gps' })
    expect(toNewBody(begun, row, kinds)).toEqual({ active: false, name: null, note: '' })
  })
})
