import { expect, test } from 'vitest'
import { toLength, toSpeed } from './units.ts'

test.each([
  [0, 'metric', 0],
  [1, 'metric', 3.6],
  [2.75, 'metric', 9.9],
  [13.9, 'metric', 50],
  [13.9, 'imperial', 31],
  [1, 'nautical', 1.9],
  [13.9, 'nautical', 27],
] as const)('%d m/s in %s units is %d', (metres, units, speed) => expect(toSpeed(metres, units)).toBe(speed))

test.each([
  [8, 'metric', 8],
  [8, 'imperial', 26],
  [8, 'nautical', 8],
] as const)('%d m in %s units is %d', (metres, units, length) => expect(toLength(metres, units)).toBe(length))
