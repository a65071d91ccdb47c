import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { explain, type Failure } from './sentences.ts'

const ajv = addFormats.default(new Ajv({ strict: false, verbose: true }))
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const words = {
  anyOf: [
    { const: 'any', type: 'string' },
    { const: 'alone', type: 'string' },
  ],
}

it.each([
  ['a text that is too short', { type: 'string', minLength: 1 }, '', 'must not be empty'],
  ['a list that is too long', { type: 'array', maxItems: 1 }, [1, 2], 'may have 1 entry at most'],
  ['a number', { type: 'integer', maximum: 7 }, 8, 'must be 7 or less'],
  ['another type', { type: 'integer' }, 'x', 'must be a whole number'],
  ['a constant', { const: true }, false, 'must be true'],
  ['a word', { enum: ['a', 'b'] }, 'c', 'must be one of a, b'],
  ['one of several constants', words, 'x', 'must be any or alone'],
  ['one of them or null', nullable(words), 'x', 'must be one of any, alone, null'],
  ['a text or null', nullable({ type: 'string' }), 7, 'must be a text or null'],
  [
    'a text or null, of the right type',
    nullable({ type: 'string', maxLength: 1 }),
    'xy',
    'may have 1 character at most',
  ],
  ['a format', { type: 'string', format: 'date' }, 'x', 'must be a date such as 2026-12-31'],
  [
    'a format of a described field',
    { type: 'string', format: 'date', description: 'Today' },
    'x',
    'must be a date such as 2026-12-31',
  ],
  ['a described pattern', { type: 'string', pattern: '^a$', description: 'an a' }, 'b', 'must be an a'],
])('explains %s', (_what, schema, value, sentence) => {
  expect(explain(failuresOf(schema, value))).toEqual({ path: '', sentence })
})

it('names the field, also inside of a value that may be null', () => {
  const inner = {
    type: 'object',
    properties: { at: { type: 'number' } },
    required: ['at'],
    additionalProperties: false,
  }
  const schema = { type: 'object', properties: { place: nullable(inner) } }
  expect(explain(failuresOf(schema, { place: { at: 'x' } }))).toEqual({
    path: 'place.at',
    sentence: 'must be a number',
  })
  expect(explain(failuresOf(schema, { place: {} }))).toEqual({ path: 'place.at', sentence: 'is missing' })
  const unknown = { path: 'place.of', sentence: 'is not a known field' }
  expect(explain(failuresOf(schema, { place: { at: 1, of: 2 } }))).toEqual(unknown)
})

function failuresOf(schema: object, value: unknown): Failure[] {
  const validate = ajv.compile(schema)
  expect(validate(value)).toBe(false)
  return validate.errors as Failure[]
}
