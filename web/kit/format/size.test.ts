import { expect, test } from 'vitest'
import { toSize } from './size.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1_572_864, '1.5 MB'],
  [5 * 1024 ** 3, '5.0 GB'],
  [5000 * 1024 ** 3, '5000.0 GB'],
])('%d bytes are %s', (bytes, text) => expect(toSize(bytes)).toBe(text))
