import { expect, it } from 'vitest'
import { acceptedNames, isAccepted } from './rules.ts'

it.each([
  ['scan.pdf', 'application/pdf', ['application/pdf'], true],
  ['SCAN.PDF', '', ['.pdf'], true],
  ['photo.webp', 'image/webp', ['image/*', '.pdf'], true],
  ['notes.txt', 'text/plain', ['image/*', '.pdf'], false],
  ['image', 'images/x', ['image/*'], false],
  ['pdf', '', ['.pdf'], false],
])('%s of type %j is one of %j: %s', (name, type, accept, is) => expect(isAccepted({ name, type }, accept)).toBe(is))

it('names media types and extensions', () => {
  expect(acceptedNames(['application/pdf', 'image/*', '.gpx'])).toBe('PDF, image, GPX')
})
