import { expect, it } from 'vitest'
import { judgeSensor, type SensorLimits, type SensorState } from './sensor.ts'

const plain = { low: null, high: null, hold_s: 0, hysteresis: 0 }

/** What each value raises or ends: values are a minute apart. */
function run(limits: Partial<SensorLimits>, values: number[]): string {
  let state: SensorState = { outside_since: null, raised: false }
  const said = values.map((value, i) => {
    const verdict = judgeSensor(state, { ...plain, ...limits }, i * 60_000, value)
    state = verdict.state
    return verdict.alert ?? '-'
  })
  return said.join(' ')
}

it.each<[string, Partial<SensorLimits>, number[], string]>([
  ['above', { high: 8 }, [7, 8, 8.1, 9, 8, 9], '- - raise - end raise'],
  ['below', { low: 10 }, [10, 9, 8, 10], '- raise - end'],
  ['outside a range', { low: 2, high: 8 }, [5, 1, 9, 5], '- raise - end'],
  ['for a time', { high: 8, hold_s: 120 }, [9, 9, 9, 9, 7], '- - raise - end'],
  ['for a time that is interrupted', { high: 8, hold_s: 120 }, [9, 9, 7, 9, 9, 9], '- - - - - raise'],
  ['with hysteresis', { high: 8, hysteresis: 1 }, [9, 7.5, 8.5, 7, 7.5], 'raise - - end -'],
  [
    'with hysteresis at both ends',
    { low: 2, high: 8, hysteresis: 1 },
    [1, 2.5, 3, 9, 7.5, 7],
    'raise - end raise - end',
  ],
  ['hysteresis only ends', { high: 8, hysteresis: 1, hold_s: 60 }, [9, 7.5, 9, 9], '- - - raise'],
  ['without limits', {}, [1e9, -1e9], '- -'],
])('%s', (_, limits, values, expected) => expect(run(limits, values)).toBe(expected))

it('keeps the same state where nothing has changed', () => {
  const states: SensorState[] = [
    { outside_since: null, raised: false },
    { outside_since: 0, raised: false },
    { outside_since: 0, raised: true },
  ]
  const limits = { ...plain, high: 8, hold_s: 600 }
  expect(judgeSensor(states[0]!, limits, 1, 5).state).toBe(states[0])
  for (const state of states.slice(1)) expect(judgeSensor(state, limits, 1, 9).state).toBe(state)
})
