import { describe, expect, it } from 'vitest'
import { optionsOf } from '../kit/categories.ts'
import { addPart, creditsOf, emptyPart, isSame, partsOf, sumOf } from './split.ts'

const part = (devcategory_id: number | null, hours: number | '' = '') => ({ devcategory_id, hours, items: '' as const })

describe('the split of an activity', () => {
  it('gives a single category all hours, also after they were changed', () => {
    expect(creditsOf([part(7)], 4)).toEqual([{ devcategory_id: 7, hours: 4 }])
    expect(creditsOf(partsOf([{ devcategory_id: 7, hours: 4 }]), 5)).toEqual([{ devcategory_id: 7, hours: 5 }])
  })

  it('sends the hours of each of several, and leaves out rows without a category', () => {
    expect(creditsOf([part(7, 2), part(8, 2)], 4)).toEqual([
      { devcategory_id: 7, hours: 2 },
      { devcategory_id: 8, hours: 2 },
    ])
    expect(creditsOf([part(7, 2), part(null, 2)], 4)).toEqual([{ devcategory_id: 7, hours: 2 }])
    expect(creditsOf([emptyPart], 4)).toEqual([])
  })

  it.each([
    [[2, 2], 4, 4, 0],
    [[0.1, 0.2], 0.3, 0.3, 0],
    [[3, 2], 4, 5, -1],
    [[1.25], 4, 1.25, 2.75],
  ])('%j of %d h is a sum of %d, which leaves %d', (hours, all, sum, rest) => {
    expect(
      sumOf(
        hours.map((own) => part(1, own)),
        all,
      ),
    ).toEqual({ sum, rest })
  })

  it('begins a further row with the hours that are left', () => {
    expect(addPart([part(7)], 4)).toEqual([part(7, 4), part(null)])
    expect(addPart([part(7, 1.5)], 4)).toEqual([part(7, 1.5), part(null, 2.5)])
  })

  it('is the same in another order', () => {
    const [one, other] = [
      { devcategory_id: 7, hours: 2 },
      { devcategory_id: 8, hours: 1 },
    ]
    expect(isSame([one, other], [other, one])).toBe(true)
    expect(isSame([one], [{ ...one, items: 2 }])).toBe(false)
  })
})

it('tells categories of two standards apart by their codes, where they have the same name', () => {
  const category = (id: number, code: string, name: string) => ({
    id,
    code,
    name,
    position: id,
    parent_devcategory_id: null,
  })
  const all = [
    category(1, 'EA', 'Educational activities'),
    category(2, 'RP', 'Reviewing'),
    category(3, 'EDU', 'Educational activities'),
  ]
  expect(optionsOf(all as never)).toEqual([
    { value: '1', label: 'Educational activities (EA)' },
    { value: '2', label: 'Reviewing' },
    { value: '3', label: 'Educational activities (EDU)' },
  ])
})
