import { expect, it } from 'vitest'
import { auditDraw } from './draw_order.ts'

const people = Array.from({ length: 1000 }, (_, index) => index + 1)

it('draws a share, rounded up, and the same for the same seed whatever the order', () => {
  const drawn = auditDraw(people, 5, '2026')
  expect(drawn).toHaveLength(50)
  expect(new Set(drawn).size).toBe(50)
  expect(auditDraw(people.toReversed(), 5, '2026')).toEqual(drawn)
  expect(auditDraw(people, 5, '2027')).not.toEqual(drawn)
  expect(auditDraw(people.slice(0, 10), 5, '2026')).toHaveLength(1)
})

it('draws all, or nobody', () => {
  expect(auditDraw(people, 100, 'x')).toHaveLength(1000)
  expect(auditDraw(people, 0, 'x')).toEqual([])
  expect(auditDraw([], 5, 'x')).toEqual([])
})
