import { describe, expect, it } from 'vitest'
import { attributeAt, calibrate, firstUnordered, medianOf, numberOf, stateOf } from './calibrate.ts'

const linear = { factor: 1, value_offset: 0, points: null }

describe('the reported value', () => {
  it.each<[unknown, number | null]>([
    [41.5, 41.5],
    [true, 1],
    [false, 0],
    ['12.50', 12.5],
    ['', null],
    ['open', null],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
    [[1], null],
    [{ volts: 1 }, null],
  ])('%j is %j', (raw, expected) => expect(numberOf(raw)).toBe(expected))

  it.each([
    ['fuel', 41],
    ['io_66.1', 12],
    ['beacons.1.temperature', 4.5],
    ['beacons.2.temperature', undefined],
    ['fuel.level', undefined],
    ['constructor', undefined],
  ])('at %s', (path, expected) => {
    const attributes = { fuel: 41, 'io_66.1': 12, beacons: [{ temperature: 1 }, { temperature: 4.5 }] }
    expect(attributeAt(attributes, path)).toBe(expected)
  })

  it('is none where there are no attributes', () => expect(attributeAt(null, 'fuel')).toBeUndefined())
})

describe('calibration', () => {
  it.each([
    [20, { ...linear, factor: 0.6 }, 12],
    [0.1, { ...linear, factor: 3 }, 0.3],
    [77, { ...linear, factor: 5 / 9, value_offset: (-32 * 5) / 9 }, 25],
  ])('%j by %j', (raw, calibration, expected) => expect(calibrate(raw, calibration)).toBe(expected))

  const tank = {
    ...linear,
    factor: 9,
    points: [
      [0.5, 0],
      [2, 30],
      [4, 60],
    ],
  }
  it.each([
    [0, 0],
    [0.5, 0],
    [1.25, 15],
    [2, 30],
    [3, 45],
    [4, 60],
    [5, 60],
  ])('by a table: %d V is %d l', (raw, expected) => expect(calibrate(raw, tank)).toBe(expected))

  it('may fall, as a thermistor does', () => {
    const points = [
      [1, 80],
      [2, 20],
    ]
    expect(calibrate(1.5, { ...linear, points })).toBe(50)
  })

  it('finds the point that does not rise', () => {
    expect(firstUnordered(tank.points)).toBeNull()
    expect(firstUnordered([[1, 0], [1, 5], [2, 9]])).toBe(1) // biome-ignore format: one line
  })
})

it('the median of several ignores one that is astray', () => {
  expect([medianOf([41]), medianOf([41, 3, 42]), medianOf([40, 44]), medianOf([9, 1, 5, 7])]).toEqual([41, 41, 42, 6])
})

it('states have words', () => {
  const states = [
    { value: 0, text: 'closed' },
    { value: 1, text: 'open' },
  ]
  expect([0, 1, 2].map((value) => stateOf(value, states))).toEqual(['closed', 'open', null])
  expect(stateOf(1, null)).toBeNull()
})
