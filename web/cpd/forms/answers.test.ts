import { describe, expect, it } from 'vitest'
import { type FormField, isShown, missingOf, toSend } from './answers.ts'

const fields: FormField[] = [
  { name: 'seen', label: 'Seen?', kind: 'choice', options: ['yes', 'no'], required: true },
  { name: 'by', label: 'By whom?', kind: 'text', required: true, show_if: { field: 'seen', is: 'yes' } },
  { name: 'role', label: 'Role', kind: 'text', required: true, show_if: { field: 'by', is: 'Dr Rangi' } },
  { name: 'topics', label: 'Topics', kind: 'choices', options: ['a', 'b'] },
  { name: 'about', label: 'About b', kind: 'longtext', show_if: { field: 'topics', is: 'b' } },
]

describe('the fields of a form', () => {
  it.each([
    [{}, ['seen', 'topics']],
    [{ seen: 'no', by: 'Dr Rangi' }, ['seen', 'topics']],
    [{ seen: 'yes' }, ['seen', 'by', 'topics']],
    [{ seen: 'yes', by: 'Dr Rangi', topics: ['a', 'b'] }, ['seen', 'by', 'role', 'topics', 'about']],
  ])('with %j, shown are %j', (answers, names) => {
    expect(fields.filter((field) => isShown(field, fields, answers)).map(({ name }) => name)).toEqual(names)
  })

  it('are missing when required, shown and empty', () => {
    expect(missingOf(fields, {})).toEqual(['seen'])
    expect(missingOf(fields, { seen: 'yes', by: '' })).toEqual(['by'])
    expect(missingOf(fields, { seen: 'no' })).toEqual([])
  })

  it('send no empty answers', () => {
    expect(toSend({ seen: 'no', by: '', topics: [], score: 0, at: null })).toEqual({ seen: 'no', score: 0 })
  })
})
