import { expect, it } from 'vitest'
import { byCategory } from './byCategory.ts'

it('groups goals by category in the order of the goals, and puts those without one last', () => {
  const goal = (id: number, plan_category: string) => ({ id, plan_category })
  const [none, audit, teaching, second] = [goal(1, ''), goal(2, 'Audit'), goal(3, 'Teaching'), goal(4, 'Audit ')]
  expect(byCategory([none, audit, teaching, second])).toEqual([
    ['Audit', [audit, second]],
    ['Teaching', [teaching]],
    ['', [none]],
  ])
  expect(byCategory([])).toEqual([])
})
