import { expect, it } from 'vitest'
import { erasedIn, eraser, searchPattern, type Words } from './words.ts'

const words: Words = {
  addresses: ['ann@x.nz', 'o+p@y.example'],
  numbers: ['64219988776', '0219988776'],
  names: ['Ann "Bo" Lee', 'Māui Tāne', 'a.lee (nz)'],
}
const erase = eraser(words)

it.each([
  ['to ann@x.nz, joe@x.nz', 'to …, joe@x.nz'],
  ['ANN@X.NZ.', '….'],
  ['mailto:ann@x.nz?subject=x', 'mailto:…?subject=x'],
  ['<o+p@y.example>', '<…>'],
  ['joann@x.nz, ann@x.nz.example, ann@x.nzz, b.ann@x.nz', 'joann@x.nz, ann@x.nz.example, ann@x.nzz, b.ann@x.nz'],
  ['call +64 21 998-8776 or (021) 998 8776', 'call … or (…'],
  ['number 10219988776 and 02199887761', 'number 10219988776 and 02199887761'],
  ['Ann "Bo"  Lee’s ute, Joann "Bo" Lee', '…’s ute, Joann "Bo" Lee'],
  ['MĀUI TĀNE, Māui Tānerau', '…, Māui Tānerau'],
  ['Ma\u0304ui Ta\u0304ne, Māui Ta\u0304nerau, Māui Tāne\u0301', '…, Māui Ta\u0304nerau, Māui Tāne\u0301'],
  ['a.lee (nz), aXlee (nz)', '…, aXlee (nz)'],
])('of “%s” leaves “%s”', (text, left) => {
  expect(erase(text)).toBe(left)
})

it('changes texts, names and lists of JSON, and nothing else', () => {
  const value = { to: ['ann@x.nz', 7, null], 'Māui Tāne': { ok: true } }
  expect(erasedIn(value, erase)).toEqual({ to: ['…', 7, null], '…': { ok: true } })
})

it('marks texts that must differ, and makes none longer', () => {
  expect(erase('ann@x.nz, scan.pdf', 'abcdefgh')).toBe('…abcde, scan.pdf')
})

it('has no pattern without words', () => {
  const none = { addresses: [], numbers: [], names: [] }
  expect(searchPattern(none)).toBeNull()
  expect(eraser(none)('ann@x.nz')).toBe('ann@x.nz')
})
