import { describe, expect, it } from 'vitest'
import { boundaryStates, type JudgedReport, reportStates } from '#db/alerts/explanation.ts'
import { verdictOf } from './verdict.ts'

const MINUTE = 60_000
const AT = Date.parse('2026-11-20T10:00:00Z')

/** `o` outside, `i` inside, `u` without a boundary, `l` late, `x` without a fix; a minute apart, the last one now. */
function reports(text: string): JudgedReport[] {
  return [...text]
    .toReversed()
    .map((letter, age) => ({
      id: 1000 - age,
      fix_at: AT - age * MINUTE,
      received: AT - age * MINUTE + 500,
      event: 'position',
      alarm: null,
      valid: letter !== 'x',
      longitude: letter === 'x' ? null : 174.7,
      latitude: letter === 'x' ? null : -36.8,
      accuracy: null,
      outside_boundary: letter === 'u' || letter === 'x' ? null : letter === 'o' || letter === 'l',
      repeated: false,
      late: letter === 'l',
      boundary_id: letter === 'i' ? 7 : null,
    }))
}

const policy = { exit_confirmations: 1, exit_delay_s: 0 }
const cases: [string, string, { exit_confirmations?: number; exit_delay_s?: number; alert?: boolean }, object][] = [
  ['no report', '', {}, { report: 'none', state: 'unknown' }],
  ['reports without a fix only', 'xx', {}, { report: 'no_fix', state: 'unknown' }],
  ['no boundary', 'iu', {}, { report: 'counts', state: 'unbounded', count: 0 }],
  ['inside', 'ooi', {}, { state: 'inside', boundary_id: 7, count: 0, since: null }],
  ['inside, then without a fix', 'ix', {}, { report: 'no_fix', state: 'inside' }],
  ['inside, then a late one from outside', 'il', {}, { report: 'late', state: 'inside' }],
  ['outside, the second of three', 'ioo', { exit_confirmations: 3 }, { state: 'waiting', count: 2, elapsed_s: 60 }],
  ['outside for a minute of two', 'ioo', { exit_delay_s: 120 }, { state: 'waiting', count: 2, is_cut: false }],
  ['outside beyond the delay', 'iooo', { exit_delay_s: 120 }, { state: 'confirmed', elapsed_s: 120 }],
  ['outside, whichever comes first', 'iooo', { exit_delay_s: 900, exit_confirmations: 3 }, { state: 'confirmed' }],
  ['outside with an alert', 'ioo', { alert: true }, { state: 'alerted', count: 2 }],
  ['an alert while it reports no position', 'iox', { alert: true }, { report: 'no_fix', state: 'alerted', count: 1 }],
  ['outside since before what is read', 'ooo', { exit_confirmations: 9 }, { state: 'waiting', is_cut: true }],
]

describe('the verdict of a time', () => {
  it.each(cases)('of %s', (_, text, { alert = false, ...changes }, expected) => {
    const verdict = verdictOf(reports(text), { exit_policy: { ...policy, ...changes }, alert, at: AT })
    expect(verdict).toMatchObject(expected)
  })

  it('has a case for every state', () => {
    const seen = cases.map(([, text, { alert = false, ...changes }]) =>
      verdictOf(reports(text), { exit_policy: { ...policy, ...changes }, alert, at: AT }),
    )
    expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(boundaryStates))
    expect(new Set(seen.map(({ report }) => report))).toEqual(new Set(reportStates))
  })

  it('counts the time in silence as the engine does', () => {
    const later = AT + 5 * MINUTE
    const verdict = verdictOf(reports('io'), { exit_policy: { ...policy, exit_delay_s: 300 }, alert: false, at: later })
    expect(verdict).toMatchObject({ state: 'confirmed', count: 1, elapsed_s: 300 })
  })

  it('counts a boundary by itself from when that one was broken', () => {
    const [last, ...before] = reports('ioo')
    const verdict = verdictOf([{ ...last!, boundary_id: 9 }, ...before], { exit_policy: policy, alert: true, at: AT })
    expect(verdict).toMatchObject({ boundary_id: 9, count: 1 })
  })
})
