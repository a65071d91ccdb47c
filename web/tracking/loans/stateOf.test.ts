import { expect, test } from 'vitest'
import { stateOf } from './stateOf.ts'

const now = Date.parse('2026-12-01T00:00:00Z')
const [before, after] = ['2026-11-30T00:00:00Z', '2026-12-02T00:00:00Z']

test.each([
  ['offered', false, after, 'offered'],
  ['offered', true, before, 'lapsed'],
  ['accepted', false, after, 'accepted'],
  ['accepted', false, before, 'running'],
  ['accepted', true, before, 'ended'],
  ['ended', true, before, 'ended'],
  ['declined', true, before, 'declined'],
] as const)('%s, over: %s, from %s is %s', (state, over, begins_at, expected) => {
  expect(stateOf({ state, over, begins_at }, now)).toBe(expected)
})
