import { describe, expect, it } from 'vitest'
import { type Breach, type ExitPolicy, initialState, judge, type RuleInput } from './index.ts'

/**
 * `seconds where broken…`: where is in, out (of the boundaries of rule `any`), free (none applies) or lost (no fix);
 * broken boundaries are `alone` or `keep` with their number; `ceased` numbers no longer apply.
 */
function inputOf(step: string): RuleInput {
  const [seconds, where, ...broken] = step.split(' ')
  const at = Number(seconds) * 1000
  const named = broken.map((item) => item.split(':') as [string, string])
  return {
    fix_at: at,
    received: at + 500,
    valid: where !== 'lost',
    alarm: null,
    bounded: where !== 'free',
    boundary_id: where === 'in' ? 7 : null,
    ruled: where !== 'lost',
    broken: named
      .filter(([kind]) => kind !== 'ceased')
      .map(([kind, id]) => ({ boundary_id: Number(id), rule: kind === 'keep' ? 'keep_out' : 'alone' })),
    ceased: named.filter(([kind]) => kind === 'ceased').map(([, id]) => Number(id)),
  }
}

function run(story: string[], exit_policy: Partial<ExitPolicy> = {}): string[] {
  let state = initialState
  let now = 0
  return story.map((step) => {
    const input = inputOf(step)
    now = Math.max(now, input.received)
    const verdict = judge(state, input, { exit_confirmations: 1, exit_delay_s: 0, ...exit_policy }, now)
    state = verdict.state
    const flags = (['repeated', 'late'] as const).filter((flag) => verdict[flag])
    const alerts = verdict.alerts.map((a) => `${a.change} ${a.kind}${a.boundary_id ? ` ${a.boundary_id}` : ''}`)
    return [verdict.outside_boundary, ...flags, ...alerts].join(' ').trim()
  })
}

describe('boundaries with a rule of their own', () => {
  it.each<[string, Partial<ExitPolicy>, [string, string][]]>([
    [
      'leaves a depot inside a city',
      {},
      [
        ['0 in', 'false'],
        ['10 in alone:1', 'true raise left_boundary 1'],
        ['20 in alone:1', 'true repeated'],
        ['30 in', 'false end left_boundary 1'],
      ],
    ],
    [
      'leaves the depot, then the city, and comes back to the city only',
      {},
      [
        ['0 in', 'false'],
        ['10 in alone:1', 'true raise left_boundary 1'],
        ['20 out alone:1', 'true raise left_boundary'],
        ['30 out alone:1', 'true repeated'],
        ['40 in alone:1', 'true repeated end left_boundary'],
        ['50 in', 'false end left_boundary 1'],
      ],
    ],
    [
      'enters a keep-out area',
      {},
      [
        ['0 free', 'false'],
        ['10 free keep:2', 'true raise entered_boundary 2'],
        ['20 free keep:2', 'true repeated'],
        ['30 free', 'false end entered_boundary 2'],
        ['40 free keep:2', 'true raise entered_boundary 2'],
      ],
    ],
    [
      'enters a second one from the first: a new alert, not a repetition',
      {},
      [
        ['0 free keep:2', 'true raise entered_boundary 2'],
        ['10 free keep:2 keep:3', 'true raise entered_boundary 3'],
        ['20 free keep:3', 'true repeated end entered_boundary 2'],
        ['30 free', 'false end entered_boundary 3'],
      ],
    ],
    [
      'waits for three reports in a row',
      { exit_confirmations: 3 },
      [
        ['0 in keep:2', 'true'],
        ['10 in keep:2', 'true repeated'],
        ['20 in', 'false'],
        ['30 in keep:2', 'true'],
        ['40 in keep:2', 'true repeated'],
        ['50 in keep:2', 'true repeated raise entered_boundary 2'],
        ['60 in keep:2', 'true repeated'],
        ['70 in', 'false end entered_boundary 2'],
      ],
    ],
    [
      'waits for its delay, each boundary from its own beginning',
      { exit_delay_s: 60 },
      [
        ['0 in alone:1', 'true'],
        ['30 in alone:1 keep:2', 'true'],
        ['60 in alone:1 keep:2', 'true repeated raise left_boundary 1'],
        ['90 in alone:1 keep:2', 'true repeated raise entered_boundary 2'],
      ],
    ],
    [
      'loses its fix: nothing changes until the boundary no longer applies',
      {},
      [
        ['0 in alone:1 keep:2', 'true raise left_boundary 1 raise entered_boundary 2'],
        ['10 lost', ''],
        ['20 in alone:1 keep:2', 'true repeated'],
        ['30 lost ceased:2', 'end entered_boundary 2'],
        ['40 in alone:1', 'true repeated'],
      ],
    ],
    [
      'gets another rule: one alert ends, the other begins',
      {},
      [
        ['0 free alone:1', 'true raise left_boundary 1'],
        ['10 free keep:1', 'true end left_boundary 1 raise entered_boundary 1'],
      ],
    ],
    [
      'brings old reports, which change nothing',
      {},
      [
        ['100 in', 'false'],
        ['50 in keep:2', 'true late'],
        ['110 in keep:2', 'true raise entered_boundary 2'],
        ['60 in', 'false late'],
        ['120 in keep:2', 'true repeated'],
      ],
    ],
  ])('%s', (_name, exit_policy, story) => {
    const steps = story.map(([step]) => step)
    expect(run(steps, exit_policy)).toEqual(story.map(([, verdict]) => verdict))
  })

  it('leaves the list of breaches as it is while nothing changes, so that nothing is written', () => {
    const policy = { exit_confirmations: 2, exit_delay_s: 0 }
    const seen: (readonly Breach[] | undefined)[] = []
    let state = initialState
    for (const seconds of [0, 10, 20, 30]) {
      state = judge(state, inputOf(`${seconds} in keep:2`), policy, seconds * 1000 + 500).state
      seen.push(state.breaches)
    }
    expect(seen[1]).toEqual([{ boundary_id: 2, rule: 'keep_out', since: 0, count: 2, alerted: true }])
    expect(seen[2]).toBe(seen[1])
    expect(seen[3]).toBe(seen[1])
    const free = judge(initialState, inputOf('0 in'), policy, 500).state
    expect(judge(free, inputOf('10 in'), policy, 10_500).state.breaches).toBe(free.breaches)
  })
})
