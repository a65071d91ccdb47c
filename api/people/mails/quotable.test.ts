import { expect, it } from 'vitest'
import { quotable } from './quotable.ts'

it.each([
  ['Harbour Clinic Ltd.', '“Harbour Clinic Ltd.”'],
  ['St. John (Waikato) & Sons', '“St. John (Waikato) & Sons”'],
  ['Te Whatu Ora – Waitaha', '“Te Whatu Ora – Waitaha”'],
  ['Ōtautahi O’Brien-Smith', '“Ōtautahi O’Brien-Smith”'],
  ['  Depot   24 ', '“Depot 24”'],
  ['evil.example', null],
  ['Prize: evil.example/win', null],
  ['https evil', null],
  ['www evil com', null],
  ['call 0800 123 456', null],
  ['call ０８００ １２３ ４５６', null],
  ['mail me@evil', null],
  ['two\nlines', '“two lines”'],
  ['{{link}}', null],
  ['”end“', null],
  ['zero\u200bwidth', null],
  ['turned \u202e round', null],
  ['x'.repeat(61), null],
  ['', null],
  [null, null],
])('%s is quoted as %s', (name, quoted) => {
  expect(quotable(name)).toBe(quoted)
})
