import { expect, it } from 'vitest'
import { differencesOf, lineOf, type Standard } from './differences.ts'

const rule = {
  code: 'ea',
  kind: 'sum_min',
  category_codes: ['EA'],
  amount: 12.5,
  per: 'year',
  sentence: '',
  options: {},
}
const standard = (more: object = {}) =>
  ({
    authority: 'Board',
    unit: 'hours',
    year_starts: '01-01',
    cycle_months: 12,
    keep_years: null,
    categories: [{ code: 'EA', name: 'Education' }],
    options: {},
    rules: [rule],
    ...more,
  }) as unknown as Standard

it('finds none where nothing is asked differently, whatever nothing is written as', () => {
  const other = standard({ id: 9, name: 'Ours', version: '2', rules: [{ ...rule, tags: [], share_of_rule: null }] })
  expect(differencesOf(standard(), other)).toEqual([])
})

it('names lines that were added, taken away or changed, and each field of them', () => {
  const after = standard({
    cycle_months: 36,
    options: { submit_by: '03-31' },
    categories: [{ code: 'RP', name: 'Review' }],
    rules: [{ ...rule, amount: 25, options: { desirable: true } }],
  })
  expect(differencesOf(standard(), after)).toEqual([
    {
      part: 'about',
      code: '',
      name: '',
      change: 'changed',
      fields: [
        { field: 'cycle_months', before: '12', after: '36' },
        { field: 'submit_by', before: '', after: '03-31' },
      ],
    },
    { part: 'categories', code: 'RP', name: 'Review', change: 'added', fields: [] },
    { part: 'categories', code: 'EA', name: 'Education', change: 'removed', fields: [] },
    {
      part: 'rules',
      code: 'ea',
      name: 'ea',
      change: 'changed',
      fields: [
        { field: 'amount', before: '12.5', after: '25' },
        { field: 'desirable', before: '', after: 'true' },
      ],
    },
  ])
})

it('calls a rule by its sentence without the place of the amount, or by its code', () => {
  expect(lineOf({ code: 'ea', sentence: 'At least {required} of education' })).toBe('At least of education')
  expect(lineOf({ code: 'ea', sentence: '' })).toBe('ea')
})
