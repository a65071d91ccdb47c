import { describe, expect, it } from 'vitest'
import { type Edited, editedOf, fieldsOf } from './edited.ts'

const field = (more: Partial<Edited>): Edited => ({
  key: 0,
  label: 'Seen?',
  kind: 'text',
  required: false,
  min: '',
  max: '',
  options: '',
  name: '',
  show_if_field: '',
  show_if_is: '',
  ...more,
})

describe('an edited template', () => {
  it.each([
    ['Whakaahuatia ō mahi', 'whakaahuatia_o_mahi'],
    ['2. What was done?', 'what_was_done'],
    ['???', 'field'],
    ['x'.repeat(80), 'x'.repeat(40)],
  ])('names a new field “%s” %s', (label, name) => expect(fieldsOf([field({ label })])[0]!.name).toBe(name))

  it('keeps stored names, and numbers what would be twice', () => {
    const names = fieldsOf([field({ name: 'seen' }), field({}), field({})]).map(({ name }) => name)
    expect(names).toEqual(['seen', 'seen_2', 'seen_3'])
  })

  it('sends what its kind has, and nothing else', () => {
    expect(fieldsOf([field({ kind: 'choice', options: 'yes\n no \n\nyes', min: 3 })])[0]).toEqual({
      name: 'seen',
      label: 'Seen?',
      kind: 'choice',
      options: ['yes', 'no'],
    })
    expect(fieldsOf([field({ kind: 'scale', min: 1, max: 5, options: 'x', required: true })])[0]).toEqual({
      name: 'seen',
      label: 'Seen?',
      kind: 'scale',
      min: 1,
      max: 5,
      required: true,
    })
  })

  it('is the same after it was read back', () => {
    const fields = fieldsOf([
      field({ name: 'score', label: 'Score', kind: 'scale', min: 1, max: 5 }),
      field({ name: 'why', label: 'Why?', kind: 'longtext', show_if_field: 'score', show_if_is: '1' }),
    ])
    expect(fields[1]!.show_if).toEqual({ field: 'score', is: 1 })
    expect(fieldsOf(editedOf(fields))).toEqual(fields)
  })
})
