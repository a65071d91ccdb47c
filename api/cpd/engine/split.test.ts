import { describe, expect, it } from 'vitest'
import { hoursProblem, splitProblem } from './split.ts'

const parts = (...hours: number[]) => hours.map((one, index) => ({ category_code: `C${index}`, hours: one }))

describe('a split', () => {
  it.each([
    [4, parts(2, 2)],
    [4, parts(4)],
    [4, []],
    [0.3, parts(0.1, 0.2)],
    [1, parts(0.33, 0.33, 0.34)],
    [0, parts(0)],
  ])('%j h may be %j', (hours, credits) => {
    expect(splitProblem(hours, credits)).toBeNull()
  })

  it.each([
    [4, parts(3, 2), 'credits', 'The split 3 + 2 adds up to 5 h, but the activity has 4 h.'],
    [4, parts(3.99), 'credits', 'The split 3.99 adds up to 3.99 h, but the activity has 4 h.'],
    [4, parts(5, -1), 'credits', 'Hours must not be negative.'],
    [-1, parts(-1), 'hours', 'Hours must not be negative.'],
    [Number.NaN, [], 'hours', 'Hours must be a number.'],
  ])('%j h may not be %j', (hours, credits, field, message) => {
    expect(splitProblem(hours, credits)).toEqual({ field, message })
  })

  it('names a category once', () => {
    const same = [...parts(2), ...parts(2)]
    expect(splitProblem(4, same)).toEqual({ field: 'credits', message: 'A category occurs twice in the split.' })
  })

  it('has one part where a standard counts one category only', () => {
    expect(splitProblem(4, parts(2, 2), { one_category: true })!.message).toBe(
      'This standard counts an activity in one category only.',
    )
    expect(splitProblem(4, parts(4), { one_category: true })).toBeNull()
  })
})

describe('hours', () => {
  it.each([0, 0.01, 12.5, 0.29, 1.1, 8784])('%j are hours', (hours) => {
    expect(hoursProblem(hours)).toBeNull()
  })

  it.each([
    [-1, 'Hours must not be negative.'],
    [0.001, 'Hours have at most two decimal places.'],
    [1e9, 'Hours must be at most 8784.'],
    [Number.POSITIVE_INFINITY, 'Hours must be a number.'],
  ])('%j are none', (hours, problem) => {
    expect(hoursProblem(hours)).toBe(problem)
  })
})
