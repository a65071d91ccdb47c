import { expect, it } from 'vitest'
import { Noted } from './noted.ts'

it('is noted once for a viewer, a tracker and an hour', () => {
  const noted = new Noted()
  const at = Date.parse('2026-11-29T10:59:00Z')
  expect(noted.fresh('7', [1, 2], at)).toEqual([1, 2])
  expect(noted.fresh('7', [2, 3], at)).toEqual([3])
  expect(noted.fresh('8', [2], at)).toEqual([2])
  expect(noted.fresh('7', [1], at + 60_000)).toEqual([1])
})
