import { expect, it } from 'vitest'
import { canonicalKey } from './canonical_key.ts'

it.each([
  ['01B54221010000', '01B54221010000'],
  ['01:b5:42:21:01:00:00', '01B54221010000'],
  [' 01-b5.42 21 ', '01B54221'],
  ['12345', '12345'],
  ['E12345678901234', 'E12345678901234'],
  ['00000000000000', null],
  ['', null],
  ['7', null],
  ['Tāma Kea', null],
  ['A'.repeat(65), null],
])('the key %j is %j', (text, key) => expect(canonicalKey(text)).toBe(key))
