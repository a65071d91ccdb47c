import { describe, expect, it } from 'vitest'
import { ruleProblems } from './check_rules.ts'
import { run, triennium, year } from './evaluate.cases.ts'
import type { Assessment, Rule } from './types.ts'

const epas = [{ code: 'EPA 1', name: 'Consent' }]
const rule: Partial<Rule> = { kind: 'level_min', epa_code: 'EPA 1', level: 4, amount: 3, assessors: 2 }
const seen = (assessor: number, level = 4, on = '2026-05-05', epa_code = 'EPA 1'): Assessment => ({
  epa_code,
  on,
  level,
  assessor,
})
const line = (assessments: Assessment[], more: Partial<Rule> = {}, plan = year) =>
  run([{ ...rule, ...more }], [], { ...plan, assessments }, [], undefined, { epas }).lines[0]!

describe('a level', () => {
  it.each<[string, Assessment[], number, number, string]>([
    ['nothing', [], 0, 3, '0, 3 missing'],
    ['one assessor', [seen(1)], 1, 2, '1 by one assessor, 2 missing, one of them by another assessor'],
    [
      'one assessor leaves a place open',
      [seen(1), seen(1), seen(1)],
      2,
      1,
      '2 by one assessor, 1 missing by another assessor',
    ],
    ['two assessors', [seen(1), seen(2)], 2, 1, '2 by 2 assessors, 1 missing'],
    ['enough', [seen(1), seen(1), seen(2)], 3, 0, '3 by 2 assessors'],
    ['more than enough', [seen(1, 5), seen(1), seen(2), seen(3)], 4, 0, '4 by 3 assessors'],
    ['lower levels', [seen(1, 3), seen(2, 1)], 0, 3, '0, 3 missing'],
    ['another activity', [seen(1, 4, '2026-05-05', 'EPA 2')], 0, 3, '0, 3 missing'],
    ['other days', [seen(1, 4, '2025-12-31'), seen(1, 4, '2027-01-01')], 0, 3, '0, 3 missing'],
  ])('of %s', (_name, assessments, counted, missing, text) => {
    expect(line(assessments)).toMatchObject({
      counted,
      missing,
      required: 3,
      unit: 'items',
      met: missing === 0,
      sentence: `EPA 1 consent at level 4 or above, 3 times by at least 2 assessors: ${text}.`,
    })
  })

  it('is asked for in each year, or once', () => {
    const once = { amount: 1, assessors: 1, level: 5 }
    expect(line([seen(1, 5)], once).sentence).toBe('EPA 1 consent at level 5, once: 1 by one assessor.')
    const { lines } = run([{ ...rule, ...once }], [], { ...triennium, assessments: [seen(1, 5, '2027-02-02')] })
    expect(lines.map(({ met }) => met)).toEqual([false, true, false])
  })

  it('is not less after leave, unless that is of the whole time', () => {
    const of = (to: string) => run([rule], [], year, [{ from: '2026-01-01', to }]).lines[0]!
    expect(of('2026-11-30').required).toBe(3)
    expect(of('2026-12-31')).toMatchObject({ required: 0, standing: 'none' })
  })

  it.each([
    [{}, []],
    [{ epa_code: '' }, ['level_min needs epa_code, an entrustable activity.']],
    [{ level: 6 }, ['level must be a whole number from 1 to 5.']],
    [{ level: 'high' }, ['level must be a whole number from 1 to 5.']],
    [{ amount: 2.5 }, ['the amount of level_min must be a whole number from 1 to 100.']],
    [{ assessors: 4 }, ['assessors must be a whole number, at least 1 and at most the amount.']],
  ])('is checked: %o', (more, problems) => {
    const all = { id: 'x', position: 0, per: 'cycle', ...rule, ...more } as Rule
    expect(ruleProblems([], [all])).toEqual(problems.map((problem) => `Rule x: ${problem}`))
  })
})
