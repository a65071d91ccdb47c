import { describe, expect, it } from 'vitest'
import { canonicalNumber, isTrackerNumber, pickByNumber, topicLevels } from './tracker_number.ts'

describe('the canonical form of a number', () => {
  it.each([
    ['352093081452251', '352093081452251'],
    ['0352093081452251', '352093081452251'],
    ['000000352093081452251', '352093081452251'],
    ['35209308145225', '352093081452251'],
    ['0035209308145225', '352093081452251'],
    ['00000012345678', '12345678'],
    ['00000000000000', '0'],
    ['0012345678901', '0012345678901'],
    ['0045', '0045'],
    ['Truck-7', 'truck-7'],
    ['A1B2C3D4E5F60718', 'a1b2c3d4e5f60718'],
    ['Ä7', 'Ä7'],
  ])('of %s is %s', (number, canonical) => {
    expect(canonicalNumber(number)).toBe(canonical)
    expect(canonicalNumber(canonical)).toBe(canonical)
  })
})

describe('a number', () => {
  it.each(['352093081452251', 'Truck-7', 'truck 7', 'a/b', '7', 'x.y:z@w_(1)', '~!"$%&*'])('may be %s', (number) => {
    expect(isTrackerNumber(number)).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['a space in front', ' 7'],
    ['a space behind', '7 '],
    ['two spaces', '7  8'],
    ['a tab', '7\t8'],
    ['a line’s end', '7\n'],
    ['a wildcard', 'a+'],
    ['another wildcard', 'a#b'],
    ['Arabic digits', '٣٥٢٠٩'],
    ['full-width digits', '３５２'],
    ['a Cyrillic letter', 'Truсk-7'],
    ['a space that joins', '7\u00a08'],
    ['nothing that is seen', '7\u200b8'],
    ['more than 64 characters', '7'.repeat(65)],
  ])('has not %s', (_name, number) => expect(isTrackerNumber(number)).toBe(false))
})

it('belongs to the tracker with that spelling, else to the oldest', () => {
  const rows = [
    { number: '0352093081452251', number_clash: 1 },
    { number: '352093081452251', number_clash: 0 },
  ]
  expect(pickByNumber(rows, '0352093081452251')).toBe(rows[0])
  expect(pickByNumber(rows, '35209308145225')).toBe(rows[1])
  expect(pickByNumber([], '35209308145225')).toBeUndefined()
})

it('is one level of a topic, whatever it contains', () => {
  expect(topicLevels('truck-7')).toEqual(['truck-7'])
  expect(topicLevels('truck 7')).toEqual(['truck 7', 'truck%207'])
  expect(topicLevels('a/b')).toEqual(['a%2Fb'])
  expect(topicLevels('a%2Fb')).toEqual(['a%252Fb'])
  expect(topicLevels('a:b')).toEqual(['a:b', 'a%3Ab'])
})
