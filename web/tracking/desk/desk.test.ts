import { describe, expect, it } from 'vitest'
import { isShown } from '../waiting.ts'
import { inOrder, soundOf, step } from './desk.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const alert = (id: number, change: object = {}) => ({
  id,
  kind: 'left_boundary' as const,
  alarm: null,
  started_at: `2026-11-27T11:0${id}:00.000Z`,
  acknowledged_at: null,
  snoozed_until: null,
  ...change,
})
const sos = { kind: 'alarm' as const, alarm: 'sos' }
const seen = { acknowledged_at: '2026-11-27T11:30:00.000Z' }

it('shows SOS first, then what waits, then what was seen to; each newest first', () => {
  const alerts = [
    alert(1),
    alert(2, seen),
    alert(3, sos),
    alert(4),
    alert(5, { snoozed_until: '2026-11-27T13:00:00Z' }),
    alert(6, { ...sos, ...seen }),
    alert(7, { snoozed_until: '2026-11-27T11:59:00Z' }),
  ]
  expect(inOrder(alerts, now).map(({ id }) => id)).toEqual([3, 7, 4, 1, 6, 5, 2])
})

it('keeps a call for help that is over until a person takes it, and no other alert', () => {
  const over = { ended_at: '2026-11-27T11:00:10.000Z' }
  const shown = (change: object) => isShown({ ...alert(1), ended_at: null, ...change })
  expect([{}, seen, over].map(shown)).toEqual([true, true, false])
  for (const alarm of ['sos', 'crash', 'fall']) {
    expect([over, { ...over, ...seen }].map((change) => shown({ kind: 'alarm', alarm, ...change }))).toEqual([
      true,
      false,
    ])
  }
  expect(shown({ kind: 'alarm', alarm: 'power_cut', ...over })).toBe(false)
})

it('steps within the list, and begins again where the selected one is gone', () => {
  expect([step([1, 2, 3], 1, 1), step([1, 2, 3], 3, 1), step([1, 2, 3], 1, -1)]).toEqual([2, 3, 1])
  expect([step([1, 2, 3], 9, 1), step([1, 2, 3], null, -1), step([], 1, 1)]).toEqual([1, 1, null])
})

describe('the sound', () => {
  it.each([
    ['at the first look', [alert(1)], null, null],
    ['of what was there', [alert(1)], new Set([1]), null],
    ['of a new one', [alert(1), alert(2)], new Set([1]), 'new'],
    ['of a new one that is acknowledged', [alert(2, seen)], new Set([1]), null],
    ['while an SOS waits', [alert(1, sos)], new Set([1]), 'sos'],
    ['of an SOS at the first look', [alert(1, sos)], null, 'sos'],
    ['of an SOS that was seen to', [alert(1, { ...sos, ...seen })], new Set([1]), null],
  ] as const)('%s', (_when, alerts, known, sound) => {
    expect(soundOf(alerts, known, now)).toBe(sound)
  })
})
