import { expect, test } from 'vitest'
import type { Shares } from './clusters.ts'
import { twelfths } from './pies.ts'

test.each<[string, Shares, Shares]>([
  ['all inside', [40, 0, 0, 0], [12, 0, 0, 0]],
  ['one outside among thousands', [4999, 1, 0, 0], [11, 1, 0, 0]],
  ['halves', [5, 5, 0, 0], [6, 6, 0, 0]],
  ['few of three states among many', [997, 1, 1, 1], [9, 1, 1, 1]],
  ['thirds, and one more', [100, 100, 100, 1], [3, 4, 4, 1]],
])('%s', (_, counts, parts) => expect(twelfths(counts)).toEqual(parts))
