import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import type { BoundaryDraft } from '#db/tables/tracking/boundary.ts'
import { Follower, type FoundInput } from './follower.ts'

const tracker = { tracker_id: 1, owner_user_id: null }
const policies = [
  { exit_confirmations: 1, exit_delay_s: 0 },
  { exit_confirmations: 3, exit_delay_s: 0 },
  { exit_confirmations: 1, exit_delay_s: 150 },
  { exit_confirmations: 4, exit_delay_s: 90 },
]

/** What PostGIS would say of a report of which it is clear whether it is inside. */
function foundOf(rule: BoundaryDraft['rule'], inside: boolean): FoundInput {
  if (rule === 'any') return { bounded: true, boundary_id: inside ? 5 : null }
  const broken = inside === (rule === 'keep_out') ? [{ boundary_id: 5, rule }] : []
  return { bounded: false, boundary_id: null, ruled: true, broken }
}

it.each(['any', 'alone', 'keep_out'] as const)(
  'reports that are passed over would have changed nothing: %s',
  (rule) => {
    for (let round = 0; round < 60; round++) {
      const policy = { ...tracker, ...policies[round % policies.length]! }
      const draft = { boundary_id: 5, rule } as BoundaryDraft
      const [passing, judging] = [new Follower(policy, draft), new Follower(policy, draft)]
      let inside = randomInt(2) === 0
      let time = 0
      for (let day = 0; day < 3; day++) {
        const at = Array.from({ length: 80 }, () => (time += randomInt(60_000)))
        const states = at.map(() => (inside = randomInt(4) === 0 ? !inside : inside))
        const way = { at, lon: at.map((_, i) => i), lat: at, outside: [], accuracy: [] }
        const is_unclear = at.map(() => randomInt(9) === 0)
        passing.take(way, (i) => (is_unclear[i] ? foundOf(rule, states[i]!) : states[i]!))
        judging.take(way, (i) => foundOf(rule, states[i]!))
      }
      expect(passing.alerts).toEqual(judging.alerts)
      expect(judging.alerts.length).toBeGreaterThan(0)
      expect(passing.reports).toBe(240)
    }
  },
)
