import { expect, it } from 'vitest'
import { shareOf } from './ring.ts'

it.each([
  [{ met: true, counted: 5, required: 5 }, 1],
  // Nothing of nothing is not all of it, and a limit that is kept asks for nothing.
  [{ met: true, counted: 0, required: 0 }, 0],
  [{ kind: 'sum_max' as const, met: true, counted: 3, required: 10 }, 0],
  [{ met: false, counted: 2, required: 8 }, 0.25],
  [{ met: false, counted: 0, required: 8 }, 0],
  // Such as 49.75 of 50, which must not look complete.
  [{ met: false, counted: 49.75, required: 50 }, 0.97],
  [{ met: false, counted: 12, required: 0 }, 0],
])('the ring of %j is filled to %d', (line, share) => expect(shareOf({ kind: 'sum_min', ...line })).toBe(share))
