import { expect, it } from 'vitest'
import { differenceOf, type Part, shortened } from './difference.ts'

/** `-removed-` and `+added+` among what is the same. */
const written = (parts: (Part | null)[]) => {
  const marks = { same: '', removed: '-', added: '+' }
  return parts.map((part) => (part ? `${marks[part.kind]}${part.text}${marks[part.kind]}` : '[…]')).join('')
}

/** The texts that a difference is of. */
const textsOf = (parts: Part[]) =>
  (['added', 'removed'] as const).map((other) =>
    parts
      .filter(({ kind }) => kind !== other)
      .map(({ text }) => text)
      .join(''),
  )

it.each([
  ['Press the red button', 'Press the green button', 'Press the -red-+green+ button'],
  ['One.\nTwo.', 'One.\nTwo.\nThree.', 'One.\nTwo.+\nThree.+'],
  ['same', 'same', 'same'],
  ['', 'new', '+new+'],
  ['old', '', '-old-'],
  ['Kia ora e hoa', 'Kia ora koutou e hoa', 'Kia ora +koutou +e hoa'],
])('compares %j with %j word by word', (before, after, parts) => {
  const difference = differenceOf(before, after)
  expect(written(difference)).toBe(parts)
  expect(textsOf(difference)).toEqual([before, after])
})

it('compares texts of a hundred thousand characters that have nothing in common', () => {
  const text = (word: string) => Array.from({ length: 15_000 }, (_, i) => `${word}${i}`).join(' ')
  expect(textsOf(differenceOf(text('a'), text('b')))).toEqual([text('a'), text('b')])
})

it('leaves out the middle of what is the same', () => {
  const same: Part = { kind: 'same', text: 'x'.repeat(100) }
  const added: Part = { kind: 'added', text: 'new' }
  expect(written(shortened([same, added, same, added, same], 10))).toBe(
    `[…]${'x'.repeat(10)}+new+${'x'.repeat(10)}[…]${'x'.repeat(10)}+new+${'x'.repeat(10)}[…]`,
  )
  expect(shortened([added, { kind: 'same', text: 'short' }, added], 10)).toHaveLength(3)
  expect(shortened([same], 10)).toEqual([null])
})
