import { expect, it } from 'vitest'
import { PLAIN_LINE_PATTERN, shownText, storableText } from './text.ts'

it('keeps text that PostgreSQL can store, up to a length', () => {
  expect(storableText('a\0b\ud800c')).toBe('ab\ufffdc')
  expect(storableText('abcdef', 3)).toBe('abc')
  expect(shownText('a\0b\ud800')).toBe('a\\0b\ufffd')
})

it('recognises one line of plain text', () => {
  const pattern = new RegExp(PLAIN_LINE_PATTERN, 'u')
  expect(pattern.test('Kia ora, ě')).toBe(true)
  expect(pattern.test('a\nb')).toBe(false)
})
