import { describe, expect, it } from 'vitest'
import type { FormField } from '#db/tables/cpd/form_field.ts'
import { type Answers, checkAnswers, checkFields } from './fields.ts'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, label: name, kind: 'text', ...more })
const score = field('score', { kind: 'scale', min: 1, max: 5, required: true })

describe('a template', () => {
  it('takes fields that depend on earlier ones', () => {
    expect(() => checkFields([score, field('why', { show_if: { field: 'score', is: 1 } })])).not.toThrow()
  })

  it.each<[string, FormField[], RegExp]>([
    ['two fields of a name', [field('a'), field('a')], /two with the name a/],
    ['a condition on a later field', [field('a', { show_if: { field: 'b', is: 1 } }), field('b')], /no earlier field/],
    ['a condition on an unknown field', [field('a', { show_if: { field: 'x', is: 1 } })], /no earlier field/],
    ['a condition on itself', [field('a', { show_if: { field: 'a', is: 1 } })], /no earlier field/],
    [
      'a condition on an option that there is not',
      [field('a', { kind: 'choice', options: ['x'] }), field('b', { show_if: { field: 'a', is: 'y' } })],
      /no option of a/,
    ],
    ['500 fields', Array.from({ length: 500 }, (_, i) => field(`f${i}`)), /at most 100 fields/],
    ['a choice without options', [field('a', { kind: 'choice' })], /needs options/],
    ['a scale without ends', [field('a', { kind: 'scale' })], /needs min and max/],
    ['ends in the wrong order', [field('a', { kind: 'number', min: 2, max: 1 })], /min must not be above max/],
  ])('refuses %s', (_, fields, reason) => {
    expect(() => checkFields(fields)).toThrow(
      expect.objectContaining({ code: 'bad_request', message: expect.stringMatching(reason) }),
    )
  })
})

describe('answers', () => {
  const many = field('many', { kind: 'choices', options: ['x', 'y'], required: true })
  const signed = field('signed', { kind: 'signature' })
  const fields = [score, field('why', { required: true, show_if: { field: 'score', is: 1 } }), many, signed]
  const signature = { typed: 'Mere', strokes: [], png: 'iVBORw0KGgoAAAA=' }

  it('are complete without a required field that is not shown', () => {
    expect(() => checkAnswers(fields, { score: 4, many: ['x'], signed: signature }, { complete: true })).not.toThrow()
    expect(() => checkAnswers(fields, {}, { complete: false })).not.toThrow()
  })

  it.each<[string, Answers]>([
    ['colour', { colour: 'red' }],
    ['score', { score: 6, many: ['x'] }],
    ['score', { score: 1.5, many: ['x'] }],
    ['score', { score: 'good', many: ['x'] }],
    ['score', { many: ['x'] }],
    ['why', { score: 1, many: ['x'] }],
    ['many', { score: 4, many: ['z'] }],
    ['many', { score: 4, many: 'x' }],
    ['many', { score: 4, many: [] }],
    ['signed', { score: 4, many: ['x'], signed: { typed: 'Mere' } }],
    ['signed', { score: 4, many: ['x'], signed: ['Mere'] }],
    ['signed', { score: 4, many: ['x'], signed: { ...signature, html: '<script>' } }],
  ])('are refused where %s is wrong: %j', (name, answers) => {
    expect(() => checkAnswers(fields, answers, { complete: true })).toThrow(
      expect.objectContaining({ code: 'bad_request', field: `answers.${name}` }),
    )
  })
})
