import { expect, it } from 'vitest'
import { matches } from './words.ts'

it.each([
  ['My Trackers', 'tra', true],
  ['My Trackers', 'my t', true],
  ['My Trackers', 'rackers', true],
  ['My Trackers', 'ra', false],
  ['Pūrere aroturuki', 'purere', true],
  ['Files', '', true],
  ['Files', 'trackers', false],
])('%s for “%s”: %s', (text, search, found) => {
  expect(matches(text, search)).toBe(found)
})
