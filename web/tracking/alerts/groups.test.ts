import { expect, it } from 'vitest'
import type { Alert } from '../types.ts'
import { boundaryOf, byUrgency, groupAlerts } from './groups.ts'

const now = Date.parse('2026-11-24T09:10:00Z')
const alert = (id: number, started_at: string, more: Partial<Alert> = {}) =>
  ({
    id,
    kind: 'left_boundary',
    alarm: null,
    never_inside: false,
    boundary_name: 'Depot',
    started_at,
    ...more,
  }) as Alert
const ids = (groups: Alert[][]) => groups.map((group) => group.map(({ id }) => id))

it('joins alerts of one kind and minute, three or more of them', () => {
  const alerts = [
    alert(1, '2026-11-24T09:06:10Z'),
    alert(2, '2026-11-24T09:05:59Z'),
    alert(3, '2026-11-24T09:05:30Z', { kind: 'alarm', alarm: 'sos', boundary_name: null }),
    alert(4, '2026-11-24T09:05:20Z', { boundary_name: 'Yard' }),
    alert(5, '2026-11-24T09:05:00Z'),
  ]
  const groups = groupAlerts(alerts, now)
  expect(ids(groups)).toEqual([[1], [2, 4, 5], [3]])
  expect(groups.map(boundaryOf)).toEqual(['Depot', null, null])
  expect(ids(groupAlerts(alerts.slice(0, 4), now))).toEqual([[1], [2], [4], [3]])
})

it('has those that wait first, and leaves the others single', () => {
  const at = '2026-11-24T09:05:00Z'
  const alerts = [
    alert(1, at, { acknowledged_at: at }),
    alert(2, at),
    alert(3, at, { snoozed_until: '2026-11-24T10:00:00Z' }),
    alert(4, at, { snoozed_until: '2026-11-24T09:00:00Z' }),
    alert(5, at),
  ]
  const sorted = byUrgency(alerts, now)
  expect(sorted.map(({ id }) => id)).toEqual([2, 4, 5, 1, 3])
  expect(ids(groupAlerts(sorted, now))).toEqual([[2, 4, 5], [1], [3]])
})
