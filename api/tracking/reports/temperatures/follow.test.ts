import { describe, expect, it } from 'vitest'
import { RangeLog } from './follow.ts'
import { beginsOf, hasClockChange, makePlaces } from './intervals.ts'

const MINUTE = 60_000
const log = (values: [minute: number, value: number][], { low = 2, high = 8, until = 120 }: Options = {}) => {
  const begins = [0, 30, 60, 90].map((minute) => minute * MINUTE)
  const log = new RangeLog({ from: 0, until: until * MINUTE, begins, hold_ms: 30 * MINUTE }, { low, high })
  for (const [minute, value] of values) log.add(minute * MINUTE, value)
  const { cells, excursions, gaps, inside_ms, outside_ms, gap_ms } = log.finish()
  const minutes = (ms: number | null) => ms && ms / MINUTE
  return {
    cells: cells.map(({ last, least, greatest, readings }) => [last, least, greatest, readings]),
    excursions: excursions.map(({ side, from, until, worst, before, then_gap }) =>
      [side, minutes(from), minutes(until), worst, before && 'before', then_gap && 'then gap'].filter((one) => one !== false),
    ), // biome-ignore format: one line
    gaps: gaps.map(({ from, until }) => [minutes(from), minutes(until)]),
    times: [inside_ms, outside_ms, gap_ms].map(minutes),
  }
}
const every = (step: number, from: number, until: number, value: number) =>
  Array.from({ length: Math.floor((until - from) / step) + 1 }, (_, i): [number, number] => [from + i * step, value])

describe('the log of a range', () => {
  it('has the last, the least and the greatest value of each interval', () => {
    const all = log([[0, 4], [10, 6], [20, 5], [40, 3], [70, 7], [95, 2], [120, 99]]) // biome-ignore format: one line
    expect(all).toEqual({
      cells: [[5, 4, 6, 3], [3, 3, 3, 1], [7, 7, 7, 1], [2, 2, 2, 1]],
      excursions: [],
      gaps: [],
      times: [120, 0, 0],
    }) // biome-ignore format: one line
  })

  it.each<[string, [number, number][], Partial<ReturnType<typeof log>>, Options?]>([
    ['the limits are inside', every(10, 0, 120, 8), { excursions: [], times: [120, 0, 0] }],
    [
      'an excursion ends with the value that is back',
      [...every(10, 0, 40, 5), [50, 9], [60, 11], [70, 9], ...every(10, 80, 120, 5)],
      { excursions: [['above', 50, 80, 11]], times: [90, 30, 0] },
    ],
    [
      'from too warm to too cold are two',
      [[0, 9], [20, 1], [40, 5], [60, 5], [80, 5], [110, 5]],
      { excursions: [['above', 0, 20, 9], ['below', 20, 40, 1]], times: [80, 40, 0] },
    ],
    [
      'a gap is a gap also after a value outside, and its time is none of the excursion',
      [[0, 5], [20, 9], [80, 9], [100, 4]],
      { excursions: [['above', 20, 20, 9, 'then gap'], ['above', 80, 100, 9]], gaps: [[20, 80]], times: [40, 20, 60] },
    ],
    ['without values all is a gap', [], { gaps: [[0, 120]], times: [0, 0, 120], excursions: [] }],
    [
      'the value before the period holds into it',
      [[-40, 20], [-10, 9], [10, 5], ...every(20, 20, 100, 5)],
      { excursions: [['above', 0, 10, 9, 'before']], times: [110, 10, 0] },
    ],
    ['what was back before it is none of it', [[-20, 9], [-10, 5], ...every(20, 10, 110, 5)], { excursions: [], times: [120, 0, 0] }],
    ['a value that is too old does not', [[-40, 5], [10, 5], ...every(20, 20, 100, 5)], { gaps: [[0, 10]], times: [110, 0, 10] }],
    ['what lasts has no end', [...every(10, 0, 90, 5), [100, 9], [110, 10]], { excursions: [['above', 100, null, 10]], times: [100, 20, 0] }],
    ['values after the period end it', [...every(10, 0, 90, 5), [100, 9], [125, 30]], { excursions: [['above', 100, null, 9]], times: [100, 20, 0] }],
    ['a late value after the period makes a gap in it', [...every(10, 0, 90, 5), [145, 5]], { gaps: [[90, 120]], times: [90, 0, 30] }],
    ['without a range nothing is outside', every(10, 0, 120, 40), { excursions: [], times: [120, 0, 0] }, { low: null, high: null }],
    ['a freezer has no lower limit', every(10, 0, 110, -30), { excursions: [], times: [120, 0, 0] }, { low: null, high: -18 }],
    ['the future is not counted', every(10, 0, 40, 5), { times: [45, 0, 0], gaps: [] }, { until: 45 }],
    ['zero is a value', every(10, 0, 120, 0), { excursions: [['below', 0, null, 0]], times: [0, 120, 0] }],
  ])('%s', (_, values, expected, options) => expect(log(values, options)).toMatchObject(expected)) // biome-ignore format: a table

  it('adds up to the whole period, whatever was reported', () => {
    let seed = 11
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (let round = 0; round < 300; round++) {
      const values: [number, number][] = []
      for (let at = -50; at < 150; at += Math.floor(random() * 45)) values.push([at, Math.round(random() * 12)])
      const { times, excursions, gaps } = log(values)
      const sum = (all: (number | null)[]) => all.reduce<number>((total, one) => total + one!, 0)
      expect(sum(times)).toBe(120)
      expect(sum(excursions.map(([, from, until]) => ((until as number | null) ?? 120) - (from as number)))).toBe(
        times[1],
      )
      expect(sum(gaps.map(([from, until]) => until! - from!))).toBe(times[2])
    }
  })
})

describe('intervals', () => {
  const timezone = 'Pacific/Auckland'
  it.each([
    ['2026-11-16', '2026-11-16', 15, 96, false],
    ['2026-09-27', '2026-09-27', 15, 92, true],
    ['2026-04-05', '2026-04-05', 60, 25, true],
    ['2026-04-04', '2026-04-06', 60, 73, true],
  ])('from %s to %s every %d min are %d', (from, until, every, count, changes) => {
    expect(beginsOf({ from, until, timezone }, every)).toHaveLength(count)
    expect(hasClockChange({ from, until, timezone })).toBe(changes)
  })

  it('have a place in the grid, and an hour that is there twice has two lines', () => {
    const places = beginsOf({ from: '2026-04-05', until: '2026-04-05', timezone }, 30).map(makePlaces(timezone, 30))
    expect(new Set(places.map(({ hour }) => hour)).size).toBe(25)
    expect(places.slice(4, 8)).toEqual([
      { day: '2026-04-05', hour: '02 +13:00', minute: 0 },
      { day: '2026-04-05', hour: '02 +13:00', minute: 30 },
      { day: '2026-04-05', hour: '02 +12:00', minute: 0 },
      { day: '2026-04-05', hour: '02 +12:00', minute: 30 },
    ])
  })

  it('of a clock change by half an hour are in their places, too', () => {
    const zone = { from: '2026-04-05', until: '2026-04-05', timezone: 'Australia/Lord_Howe' }
    const places = beginsOf(zone, 15).map(makePlaces(zone.timezone, 15))
    expect(new Set(places.map(({ hour, minute }) => `${hour} ${minute}`)).size).toBe(98)
  })
})

type Options = { low?: number | null; high?: number | null; until?: number }
