import { describe, expect, it } from 'vitest'
import { Grid } from './grid.ts'
import { judgeRule, MOST_OPEN, type Rule, type RuleState, type Side } from './judge.ts'
import { type Fix, gapOf, isForbidden } from './rule.ts'

const NOW = 1_800_000_000_000
const METRE = 1 / 111_194.93

const at = (north_m: number, fix: Partial<Fix> = {}): Fix => ({
  lon: 174.7,
  lat: -36.8 + north_m * METRE,
  accuracy: null,
  speed: 0,
  at: NOW,
  ...fix,
})
const side = (...fixes: [id: number, fix: Fix | null][]): Side => new Map(fixes)
const rule = (changes: Partial<Rule> = {}): Rule => ({ relation: 'nearer', distance_m: 100, hold_s: 0, ...changes })
const nothing: RuleState = { open: [], pending: [] }
const open = (tracker_id: number, other_tracker_id: number): RuleState => ({
  ...nothing,
  open: [{ tracker_id, other_tracker_id, alert_id: 7, since: null }],
})
const raisedOf = (of: Rule, ones: Side, others: Side, known = nothing, now = NOW) =>
  judgeRule(of, { ones, others }, known, now).raised.map((one) => [one.tracker_id, one.other_tracker_id])

describe('two trackers', () => {
  it('are nearer only if all that may be wrong is nearer, and back only beyond the hysteresis', () => {
    const of = (metres: number, fix: Partial<Fix> = {}, hysteresis_m = 0) =>
      isForbidden(rule(), gapOf(at(0), at(metres, fix)), hysteresis_m)
    expect([of(99), of(101), of(80, { accuracy: 25 }), of(120, { accuracy: 25 })]).toEqual([true, false, null, null])
    expect([of(105, {}, 10), of(111, {}, 10)]).toEqual([null, false])
    // It may have gone on since.
    expect([of(50, { speed: 10, at: NOW - 4_000 }), of(50, { speed: 10, at: NOW - 6_000 })]).toEqual([true, null])
  })

  it('are farther by the same measure, and back also by a poor accuracy below the distance', () => {
    const farther = rule({ relation: 'farther' })
    const of = (metres: number, fix: Partial<Fix> = {}, hysteresis_m = 0) =>
      isForbidden(farther, gapOf(at(0), at(metres, fix)), hysteresis_m)
    expect([of(101), of(99), of(120, { accuracy: 25 })]).toEqual([true, false, null])
    expect([of(80, { accuracy: 90 }, 10), of(80, { accuracy: 110 }, 10), of(95, {}, 10)]).toEqual([false, null, null])
    // A truck and its trailer report half a minute apart.
    expect(of(700, { speed: 25, at: NOW - 30_000 })).toBe(null)
  })

  it.each([
    [179.9999, -179.9999, 0, 22.2],
    [10, -170, 89.9999, 22.2],
  ])('are near each other across 180° and at a pole', (east, west, lat, metres) => {
    const [one, other] = [at(0, { lon: east, lat }), at(0, { lon: west, lat })]
    expect(gapOf(one, other).distance_m).toBeCloseTo(metres, 0)
    expect(raisedOf(rule(), side([1, one]), side([2, other]))).toEqual([[1, 2]])
  })
})

describe('a rule', () => {
  it('raises an alert once, when the pair has been near for its time, and ends it', () => {
    const near = side([2, at(50)])
    const of = rule({ hold_s: 60 })
    expect(judgeRule(of, { ones: side([1, at(0)]), others: near }, nothing, NOW)).toMatchObject({
      raised: [],
      pending: [{ tracker_id: 1, other_tracker_id: 2, since: NOW }],
    })
    const pending = [{ tracker_id: 1, other_tracker_id: 2, since: NOW - 59_000 }]
    const waits = judgeRule(of, { ones: side([1, at(0)]), others: near }, { ...nothing, pending }, NOW)
    expect(waits).toEqual({ raised: [], ended: [], pending: [], dropped: [] })
    expect(judgeRule(of, { ones: side([1, at(0)]), others: near }, { ...nothing, pending }, NOW + 1000)).toMatchObject({
      raised: [{ started_at: NOW - 59_000, raised_at: NOW + 1000 }],
      dropped: [{ tracker_id: 1, other_tracker_id: 2 }],
    })
    const raised = { ones: side([1, at(0)]), others: near }
    expect(judgeRule(of, raised, open(1, 2), NOW)).toEqual({ raised: [], ended: [], pending: [], dropped: [] })
    const apart = { ones: side([1, at(0)]), others: side([2, at(150)]) }
    expect(judgeRule(of, apart, open(1, 2), NOW).ended).toEqual([{ alert_id: 7, ended_at: NOW }])
  })

  it('leaves an alert open while a position is unknown, and ends it where the rule is not of the pair', () => {
    const lost = { ones: side([1, at(0)]), others: side([2, null]) }
    expect(judgeRule(rule(), lost, open(1, 2), NOW).ended).toEqual([])
    const pending = [{ tracker_id: 1, other_tracker_id: 2, since: NOW - 5000 }]
    expect(judgeRule(rule({ hold_s: 60 }), lost, { ...nothing, pending }, NOW).dropped).toHaveLength(1)
    const moved = { ones: side([1, at(0)]), others: side([3, at(10)]) }
    expect(judgeRule(rule(), moved, open(1, 2), NOW)).toMatchObject({
      ended: [{ alert_id: 7 }],
      raised: [{ tracker_id: 1, other_tracker_id: 3 }],
    })
  })

  it('of a group with itself judges each pair once, and no tracker with itself', () => {
    const all = side([3, at(0)], [1, at(10)], [2, at(20)], [4, at(5000)], [5, null])
    expect(raisedOf(rule(), all, all).sort()).toEqual([
      [1, 2],
      [1, 3],
      [2, 3],
    ])
  })

  it('“farther” of groups is about the nearest of the others', () => {
    const of = rule({ relation: 'farther', distance_m: 500 })
    const workers = side([1, at(0)], [2, at(10_000)])
    const cars = side([11, at(400)], [12, at(9000)], [13, null])
    expect(raisedOf(of, workers, cars)).toEqual([[2, 12]])
    const known = { ...nothing, open: [{ tracker_id: 2, other_tracker_id: 12, alert_id: 7, since: null }] }
    const back = side([11, at(10_100)], [12, at(9000)])
    expect(judgeRule(of, { ones: workers, others: back }, known, NOW)).toMatchObject({
      ended: [{ alert_id: 7 }],
      raised: [{ tracker_id: 1, other_tracker_id: 12 }],
    })
    // Nothing is known of the others.
    expect(raisedOf(of, workers, side([13, null]))).toEqual([])
    expect(raisedOf(of, side([1, at(0)]), side([1, at(0)]))).toEqual([])
  })

  it('raises a bounded number of alerts, and finds a pair by chance as by comparing all', () => {
    const depot = side(...Array.from({ length: 500 }, (_, i): [number, Fix] => [i + 1, at(i / 100)]))
    expect(raisedOf(rule(), depot, depot)).toHaveLength(MOST_OPEN)
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const spread = Array.from({ length: 400 }, (_, i): [number, Fix] => [
      i,
      at(0, { lon: 179.5 + random(), lat: -17 + random() }),
    ]).map(([id, fix]): [number, Fix] => [id, fix.lon > 180 ? { ...fix, lon: fix.lon - 360 } : fix])
    const of = rule({ distance_m: 1000 })
    const compared = spread.flatMap(([id, fix]) =>
      spread.filter(([other, to]) => id < other && gapOf(fix, to).distance_m < 1000).map(([other]) => [id, other]),
    )
    expect(compared.length).toBeGreaterThan(5)
    const found = raisedOf(of, side(...spread), side(...spread)).sort(([a, b], [c, d]) => a! - c! || b! - d!)
    expect(found).toEqual(compared)
  })
})

it('a grid offers what is near, and little else', () => {
  const items = Array.from({ length: 1000 }, (_, i) => at(i * 1000))
  const near = [...new Grid(items, 100).near(at(500_000))]
  expect(near).toContainEqual(at(500_000))
  expect(near.length).toBeLessThan(4)
})
