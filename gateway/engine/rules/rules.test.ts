import { describe, expect, it } from 'vitest'
import { type ExitPolicy, initialState, judge, type RuleInput } from './index.ts'

/** `seconds where alarm`: where is in, out, lost (no fix) or free (no boundary applies). */
function inputOf(step: string): RuleInput {
  const [seconds, where, alarm = null] = step.split(' ')
  const at = Number(seconds) * 1000
  return {
    fix_at: at,
    received: at + 500,
    valid: where !== 'lost',
    bounded: where !== 'free',
    boundary_id: where === 'in' ? 7 : null,
    alarm,
  }
}

/** Runs a sequence of reports and returns each step as `outside repeated late alerts`. */
function run(story: string[], exit_policy: Partial<ExitPolicy> = {}): string[] {
  let state = initialState
  let now = 0
  return story.map((step) => {
    const seen = inputOf(step)
    now = Math.max(now, seen.received)
    const verdict = judge(state, seen, { exit_confirmations: 1, exit_delay_s: 0, ...exit_policy }, now)
    state = verdict.state
    const flags = (['repeated', 'late'] as const).filter((flag) => verdict[flag])
    const alerts = verdict.alerts.map((a) => `${a.change} ${a.kind}`)
    return [verdict.outside_boundary, ...flags, ...alerts].join(' ').trim()
  })
}

describe('a sequence of reports', () => {
  it.each<[string, Partial<ExitPolicy>, [string, string][]]>([
    [
      'leaves and comes back',
      {},
      [
        ['0 in', 'false'],
        ['10 out', 'true raise left_boundary'],
        ['20 out', 'true repeated'],
        ['30 in', 'false end left_boundary'],
        ['40 out', 'true raise left_boundary'],
      ],
    ],
    [
      'is outside from the first report',
      {},
      [
        ['0 out', 'true raise left_boundary'],
        ['10 out', 'true repeated'],
      ],
    ],
    [
      'waits for three reports in a row',
      { exit_confirmations: 3 },
      [
        ['0 in', 'false'],
        ['10 out', 'true'],
        ['20 out', 'true repeated'],
        ['30 in', 'false'],
        ['40 out', 'true'],
        ['50 out', 'true repeated'],
        ['60 out', 'true repeated raise left_boundary'],
        ['70 out', 'true repeated'],
        ['80 in', 'false end left_boundary'],
      ],
    ],
    [
      'waits for its delay',
      { exit_delay_s: 60 },
      [
        ['0 in', 'false'],
        ['10 out', 'true'],
        ['69 out', 'true repeated'],
        ['70 out', 'true repeated raise left_boundary'],
      ],
    ],
    [
      'takes what comes first of both',
      { exit_confirmations: 2, exit_delay_s: 3600 },
      [
        ['0 out', 'true'],
        ['10 out', 'true repeated raise left_boundary'],
      ],
    ],
    [
      'says nothing new while the fix is lost',
      {},
      [
        ['0 out', 'true raise left_boundary'],
        ['10 lost', ''],
        ['20 out', 'true repeated'],
      ],
    ],
    [
      'loses its last boundary',
      {},
      [
        ['0 out', 'true raise left_boundary'],
        ['10 free', 'end left_boundary'],
        ['20 free', ''],
        ['30 out', 'true raise left_boundary'],
      ],
    ],
    [
      'brings old reports',
      {},
      [
        ['100 in', 'false'],
        ['50 out', 'true late'],
        ['100 out', 'true raise left_boundary'],
        ['60 in', 'false late'],
        ['110 out', 'true repeated'],
      ],
    ],
    [
      'raises an alarm',
      {},
      [
        ['0 in sos', 'false raise alarm'],
        ['10 in sos', 'false repeated'],
        ['20 in', 'false end alarm'],
        ['30 in sos', 'false raise alarm'],
        ['40 in tow', 'false end alarm raise alarm'],
      ],
    ],
    [
      'leaves under an alarm',
      {},
      [
        ['0 in sos', 'false raise alarm'],
        ['10 out sos', 'true raise left_boundary'],
        ['20 out sos', 'true repeated'],
        ['30 out tow', 'true end alarm raise alarm'],
      ],
    ],
  ])('%s', (_name, exit_policy, story) => {
    expect(
      run(
        story.map(([step]) => step),
        exit_policy,
      ),
    ).toEqual(story.map(([, events]) => events))
  })

  it('judges a device whose clock runs ahead as it reports, and the right clock after it', () => {
    const ahead = judge(
      initialState,
      { ...inputOf('0 in'), fix_at: Date.UTC(2099, 0), received: 1000 },
      firstReport,
      1000,
    )
    expect(ahead.state.judged_at).toBe(1000)
    const right = judge(ahead.state, inputOf('2 out'), firstReport, 2500)
    expect(right).toMatchObject({ late: false, outside_boundary: true })
  })

  /** The state was written at second 3600 by its clock; times are seconds, `fix` null is a report without a time. */
  it.each<[string, { fix: number | null; received: number; now: number }, { late: boolean; judged_at: number }]>([
    [
      'without a time, while the clock was right',
      { fix: null, received: 3610, now: 3610 },
      { late: false, judged_at: 3610 },
    ],
    [
      'without a time, the clock was an hour ahead',
      { fix: null, received: 10, now: 10 },
      { late: false, judged_at: 10 },
    ],
    ['from a moment ago, the clock was ahead', { fix: 8, received: 10, now: 10 }, { late: false, judged_at: 8 }],
    ['from a clock that runs ahead itself', { fix: 9999, received: 10, now: 10 }, { late: false, judged_at: 10 }],
    [
      'that is older, while the clock was right',
      { fix: 3590, received: 3610, now: 3610 },
      { late: true, judged_at: 3600 },
    ],
    [
      'that waited here while a newer one overtook it',
      { fix: null, received: 3590, now: 3610 },
      { late: true, judged_at: 3600 },
    ],
  ])('orders a report %s', (_name, { fix, received, now }, { late, judged_at }) => {
    const state = { ...initialState, judged_at: 3600_000, outside: true, outside_since: 3600_000, outside_count: 1 }
    const seen = { ...inputOf('0 out'), fix_at: (fix ?? received) * 1000, received: received * 1000 }
    const verdict = judge(state, seen, { exit_confirmations: 1, exit_delay_s: 60 }, now * 1000)
    expect(verdict.late).toBe(late)
    expect(verdict.state.judged_at).toBe(judged_at * 1000)
    // A leaving lasts since a moment that has been.
    expect(verdict.state.outside_since).toBeLessThanOrEqual(judged_at * 1000)
  })

  it('accepts one report after the clock was ahead, and then orders as usual', () => {
    const ahead = { ...initialState, judged_at: 3600_000 }
    const again = judge(ahead, inputOf('10 in'), firstReport, 10_500)
    expect(again.late).toBe(false)
    expect(judge(again.state, inputOf('5 out'), firstReport, 10_600)).toMatchObject({ late: true, alerts: [] })
    expect(judge(again.state, inputOf('20 out'), firstReport, 20_500)).toMatchObject({ late: false })
  })

  it('remembers the boundary that was left', () => {
    const inside = judge(initialState, inputOf('0 in'), firstReport, 500)
    expect(judge(inside.state, inputOf('10 out'), firstReport, 10_500).state.boundary_id).toBe(7)
  })
})

const firstReport = { exit_confirmations: 1, exit_delay_s: 0 }
