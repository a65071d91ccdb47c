import { describe, expect, test } from 'vitest'
import { follow, type Latest } from '../stores/positions.ts'
import type { Alert, Tracker, TrackerEvent } from '../types.ts'
import { byName, countStates, filterRows, toRows } from './rows.ts'
import { standing } from './state.ts'

const now = Date.parse('2026-11-20T00:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const tracker = (id: number, name: string | null, interval_s = 10) =>
  ({ id, name, number: `35693${id}`, interval_s }) as Tracker
const report = (outside_boundary: boolean | null, seconds: number, more: Partial<TrackerEvent> = {}) =>
  ({
    fix_at: ago(seconds),
    received: ago(seconds),
    valid: true,
    position: {},
    outside_boundary,
    ...more,
  }) as TrackerEvent
const last = (...args: Parameters<typeof report>): Latest => follow(undefined, report(...args))

describe('the state of a tracker', () => {
  const at = (latest: Latest | undefined, alert?: Partial<Alert>, interval_s = 10) =>
    standing(tracker(1, 'Truck', interval_s), latest, alert as Alert, now)

  test.each([
    ['nothing was heard', undefined, 'never', false],
    ['inside', last(false, 5), 'inside', false],
    ['outside', last(true, 5), 'outside', false],
    ['no boundary applies', last(null, 5), 'unknown', false],
    ['silent for less than five minutes', last(false, 300), 'inside', false],
    ['silent for longer', last(false, 301), 'offline', true],
    ['outside and silent', last(true, 301), 'outside', true],
  ] as const)('%s', (_, latest, state, offline) => {
    expect(at(latest)).toMatchObject({ state, offline })
  })

  test('is never offline without an interval', () => expect(at(last(false, 99_999), undefined, 0).state).toBe('inside'))
  test('may be silent for three intervals', () => {
    expect(at(last(false, 1700), undefined, 600).state).toBe('inside')
    expect(at(last(false, 1900), undefined, 600).state).toBe('offline')
  })
  test('stays outside when a report has no position', () => {
    const status = report(null, 1, { position: null })
    expect(at(follow(last(true, 20), status))).toMatchObject({ state: 'outside', since: ago(20) })
  })
  test('is outside since the alert says so', () => {
    expect(at(last(true, 5), { started_at: ago(600) }).since).toBe(ago(600))
  })
})

describe('the list', () => {
  const trackers = byName([
    tracker(1, 'Van 10'),
    tracker(2, 'Van 9'),
    tracker(3, 'Ute'),
    tracker(4, 'Bus'),
    tracker(5, null),
    tracker(6, 'Car'),
  ])
  const latest = new Map([
    [1, last(false, 5)],
    [2, last(false, 5)],
    [3, last(true, 60)],
    [4, last(true, 120)],
    [6, last(false, 900)],
  ])
  const rows = toRows(trackers, latest, new Map(), now)

  test('is sorted by urgency, then by name as people count', () => {
    expect(rows.map((row) => row.tracker.id)).toEqual([4, 3, 6, 2, 1, 5])
  })
  test('counts each state', () => {
    expect(countStates(rows)).toEqual({ outside: 2, offline: 1, unknown: 0, inside: 2, never: 1 })
  })
  test.each([
    ['van', null, [2, 1]],
    ['10 va', null, [1]],
    ['356935', null, [5]],
    ['', 'outside', [4, 3]],
    ['ute', 'inside', []],
  ] as const)('is searched for "%s" among %s', (search, state, ids) => {
    expect(filterRows(rows, search, state).map((row) => row.tracker.id)).toEqual(ids)
  })
})
