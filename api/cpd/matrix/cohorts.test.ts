import { describe, expect, it } from 'vitest'
import { cohortsOf } from './cohorts.ts'

const people = (...sizes: [cohort: string | null, size: number][]) =>
  sizes.flatMap(([cohort, size]) =>
    Array.from({ length: size }, (_, i) => ({ row: `${cohort}${i}`, cohorts: [cohort] })),
  )
const sizesOf = (rows: ReturnType<typeof people>, least: number) =>
  cohortsOf(rows, least).map(({ cohort, is_rest, members }) => [is_rest ? 'rest' : cohort, members.length])

describe('cohorts', () => {
  it('are named where they are large enough, those without a value last', () => {
    const rows = people([null, 6], ['2024', 5], ['2023', 9])
    expect(sizesOf(rows, 5)).toEqual([
      ['2023', 9],
      ['2024', 5],
      [null, 6],
    ])
  })

  it('of few people are put together, with a larger one where these are too few', () => {
    expect(sizesOf(people(['2022', 2], ['2023', 3], ['2024', 8]), 5)).toEqual([
      ['2024', 8],
      ['rest', 5],
    ])
    expect(sizesOf(people(['2022', 1], ['2023', 6], ['2024', 8]), 5)).toEqual([
      ['2024', 8],
      ['rest', 7],
    ])
  })

  it('of fewer people than that in all are not shown', () => {
    expect(sizesOf(people(['2022', 2], ['2023', 2]), 5)).toEqual([])
    expect(sizesOf(people(['2022', 1], ['2023', 1]), 1)).toHaveLength(2)
  })
})
