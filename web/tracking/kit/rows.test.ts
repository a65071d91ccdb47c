import { describe, expect, test } from 'vitest'
import type { Alert, Tracker, TrackerEvent } from '../types.ts'
import { follow, type Latest } from './live/positions.ts'
import { byName, countStates, filterRows, toRows } from './rows.ts'
import { type StatusInput, statusOf } from './state.ts'

const now = Date.parse('2026-11-20T00:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const tracker = (id: number, name: string | null, more: Partial<Tracker> = {}) =>
  ({ id, name, number: `35693${id}`, active: true, online: true, seen_at: null, ...more }) as Tracker
const presence = (online: boolean, seconds: number) => ({ tracker_id: 1, online, changed_at: ago(seconds) })
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
  const at = (latest: Latest | undefined, more: Partial<StatusInput> = {}, settings: Partial<Tracker> = {}) =>
    statusOf(tracker(1, 'Truck', settings), { latest, presence: presence(true, 60), alert: undefined, ...more })

  test.each([
    ['nothing was received', undefined, {}, 'never', null],
    ['inside', last(false, 5), {}, 'inside', null],
    ['outside', last(true, 5), {}, 'outside', null],
    ['no boundary applies', last(null, 5), {}, 'unknown', null],
    ['inside and offline', last(false, 300), { presence: presence(false, 240) }, 'offline', ago(240)],
    ['outside and offline', last(true, 300), { presence: presence(false, 240) }, 'outside', ago(240)],
  ] as const)('%s', (_, latest, more, state, offline_since) => {
    expect(at(latest, more)).toMatchObject({ state, offline_since, offline: offline_since !== null })
  })

  test('is that of the tracker’s row until the live connection reports', () => {
    const gone = { online: false, seen_at: ago(900) }
    expect(at(last(false, 900), { presence: undefined }, gone)).toMatchObject({ state: 'offline', since: ago(900) })
    expect(at(last(false, 900), {}, gone).state).toBe('inside')
  })
  test('is what the server said with the row until the first live message, then what that says', () => {
    expect(at(undefined, {}, { state: 'inside' }).state).toBe('inside')
    expect(at(undefined, {}, { state: 'outside' })).toMatchObject({ state: 'outside', since: null })
    expect(at(last(true, 5), {}, { state: 'inside' }).state).toBe('outside')
  })
  test('is inactive, whatever it reports', () => {
    expect(at(last(true, 5), {}, { active: false }).state).toBe('inactive')
  })
  test('stays outside when a report has no position', () => {
    const status = report(null, 1, { position: null })
    expect(at(follow(last(true, 20), status))).toMatchObject({ state: 'outside', since: ago(20) })
  })
  test('is outside since the start of its alert', () => {
    expect(at(last(true, 5), { alert: { started_at: ago(600) } as Alert }).since).toBe(ago(600))
  })
})

describe('the list', () => {
  const trackers = byName([
    tracker(1, 'Van 10'),
    tracker(2, 'Van 9'),
    tracker(3, 'Ute'),
    tracker(4, 'Bus'),
    tracker(5, null),
    tracker(6, 'Car', { online: false, seen_at: ago(900) }),
    tracker(7, 'Abandoned', { active: false }),
  ])
  const latest = new Map([
    [1, last(false, 5)],
    [2, last(false, 5)],
    [3, last(true, 60)],
    [4, last(true, 120)],
    [6, last(false, 900)],
  ])
  const rows = toRows(trackers, { latest, presence: new Map(), alerts: new Map() })

  test('is sorted by urgency, then by name as people count', () => {
    expect(rows.map((row) => row.tracker.id)).toEqual([4, 3, 6, 2, 1, 5, 7])
  })
  test('counts each state', () => {
    expect(countStates(rows)).toEqual({ outside: 2, offline: 1, unknown: 0, inside: 2, never: 1, inactive: 1 })
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
