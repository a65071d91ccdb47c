import { expect, it } from 'vitest'
import type { Alert } from '../types.ts'
import { type UrgentRow, urgentOf } from './urgent.ts'

const row = (id: number, state: UrgentRow['state'], since: string | null = null): UrgentRow => ({
  state,
  since,
  offline: state === 'offline',
  offline_since: null,
  alert: undefined,
  tracker: { id, number: `n${id}`, name: null },
  latest: undefined,
  position: undefined,
})
const alert = (tracker_id: number, kind: Alert['kind'], acknowledged_at: string | null = null) =>
  ({ tracker_id, kind, acknowledged_at }) as Alert

it('lists alarms, then who is outside, then who is offline: what nobody has acknowledged first, then the latest', () => {
  const rows = [
    row(1, 'inside'),
    row(2, 'offline', '2026-11-20T03:00:00Z'),
    row(3, 'outside', '2026-11-20T01:00:00Z'),
    row(4, 'outside', '2026-11-20T02:00:00Z'),
    row(5, 'inside'),
    row(6, 'offline', '2026-11-20T04:00:00Z'),
    row(7, 'outside', '2026-11-20T05:00:00Z'),
    row(8, 'never'),
  ]
  const alerts = [alert(3, 'left_boundary'), alert(4, 'left_boundary', '2026-11-20T02:10:00Z'), alert(5, 'alarm')]
  expect(urgentOf(rows, alerts).map(({ tracker }) => tracker.id)).toEqual([5, 3, 7, 4, 6, 2])
})

it('lists nothing of a fleet that is inside', () => {
  expect(urgentOf([row(1, 'inside'), row(2, 'unknown'), row(3, 'inactive')], [])).toEqual([])
})
