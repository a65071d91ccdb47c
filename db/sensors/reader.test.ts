import { describe, expect, it } from 'vitest'
import { makeReaders } from './reader.ts'

const sensor = (path: string, factor = 1, median_of = 1) => ({ path, factor, value_offset: 0, points: null, median_of })
const sum = (...parts: (ReturnType<typeof sensor> | null)[]) => ({ ...sensor(''), parts })

describe('the sum of sensors', () => {
  it.each<[string, ReturnType<typeof sum>, (number | null)[][], (number | null)[]]>([
    ['adds what its parts are calibrated to', sum(sensor('a', 2), sensor('b', 0.5)), [[10, 10]], [25]],
    ['has no value where a part is missing', sum(sensor('a'), sensor('b')), [[50, 40], [50, null], [null, 40], [49, 40]], [90, null, null, 89]],
    ['has none where a part does not apply', sum(sensor('a'), null), [[50]], [null]],
    ['of zeros is zero', sum(sensor('a'), sensor('b')), [[0, 0]], [0]],
    ['has no noise of fractions', sum(sensor('a'), sensor('b')), [[0.1, 0.2]], [0.3]],
    ['adds smoothed parts', sum(sensor('a', 1, 3), sensor('b')), [[10, 1], [90, 1], [12, 1]], [11, 51, 13]],
    ['keeps smoothing a part while another is missing', sum(sensor('a', 1, 3), sensor('b')), [[10, 1], [90, null], [12, 1]], [11, null, 13]],
  ])('%s', (_, sensor, reports, expected) => {
    const { read } = makeReaders([sensor])
    expect(reports.map((raws) => read(raws)[0])).toEqual(expected)
  }) // biome-ignore format: a table

  it('stands beside other sensors', () => {
    const { paths, read } = makeReaders([sensor('a'), sum(sensor('a'), sensor('b')), sum(null), sensor('c', 3)])
    expect(paths).toEqual(['a', 'a', 'b', 'c'])
    expect(read([1, 1, 2, 3])).toEqual([1, 3, null, 9])
  })
})
