import { expect, it } from 'vitest'
import { audienceOf, isSameAudience } from './audience.ts'

it('sends only what is named', () => {
  expect(audienceOf({ role: undefined, qualification: ' ', user_ids: [] })).toEqual({})
  expect(audienceOf({ role: 'User', qualification: ' Surgeon ', user_ids: [7] })).toEqual({
    role: 'User',
    qualification: 'Surgeon',
    user_ids: [7],
  })
})

it('is the same in any order of its parts', () => {
  expect(isSameAudience({ qualification: 'x', role: 'User' }, { role: 'User', qualification: 'x ' })).toBe(true)
  expect(isSameAudience({ role: 'User' }, {})).toBe(false)
})
