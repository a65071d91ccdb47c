import { describe, expect, it } from 'vitest'
import type { Waiver } from '../engine/types.ts'
import { anzca, racgp } from './au/colleges.ts'
import { medicalBoard } from './au/medical_board.ts'
import { caAnz } from './others/accountants.ts'
import { type Did, resultOf } from './story.ts'

/** What regulators ask for after leave. */
const leave = (from: string, to: string): Waiver => ({ from, to })

/** Of education, each of reviewing and measuring, both together, and all. */
const required = (waivers: Waiver[]) =>
  resultOf(medicalBoard, { did: [], waivers })
    .lines.slice(0, 5)
    .map((line) => line.required)

describe('the Medical Board', () => {
  it.each<[string, Waiver[], number[]]>([
    ['no leave', [], [12.5, 5, 5, 25, 50]],
    ['five months', [leave('2026-01-01', '2026-05-31')], [12.5, 5, 5, 25, 50]],
    ['a day less than six', [leave('2026-01-01', '2026-06-29')], [12.5, 5, 5, 25, 50]],
    ['six months', [leave('2026-01-01', '2026-06-30')], [0.5, 0, 0, 13, 26]],
    ['eleven months', [leave('2026-02-01', '2026-12-31')], [0, 0, 0, 3, 6]],
    ['a year', [leave('2026-01-01', '2026-12-31')], [0, 0, 0, 0, 0]],
    [
      'twice three months',
      [leave('2026-01-01', '2026-03-31'), leave('2026-07-01', '2026-09-30')],
      [12.5, 5, 5, 25, 50],
    ],
    [
      'six in two that follow each other',
      [leave('2026-01-01', '2026-03-31'), leave('2026-04-01', '2026-06-30')],
      [0.5, 0, 0, 13, 26],
    ],
  ])('%s', (_name, waivers, amounts) => {
    expect(required(waivers)).toEqual(amounts)
  })

  it('says what leave takes off, or why it takes off nothing', () => {
    const first = (to: string) =>
      resultOf(medicalBoard, { did: [], waivers: [leave('2026-01-01', to)] }).lines[4]!.sentence
    expect(first('2026-06-30')).toBe(
      'At least 26 h in all: 0 h, 26 h missing; reduced from 50 h by 4 h for each of 6 months of leave.',
    )
    expect(first('2026-03-31')).toBe(
      'At least 50 h in all: 0 h, 50 h missing; leave of less than 6 months does not reduce it.',
    )
  })

  it('names what is reduced to nothing by what it is without leave', () => {
    const did: Did[] = [['2026-12-01', 'case reviews', { RP: 4 }]]
    const { lines } = resultOf(medicalBoard, { did, waivers: [leave('2026-01-01', '2026-06-30')] })
    expect(lines[1]!.sentence).toBe(
      'At least 5 h of reviewing performance: 4 h = 1 activity; reduced to nothing by 1 h for each of 6 months of leave.',
    )
  })

  it('takes off the share of months that are waived in part', () => {
    const half = { ...leave('2026-01-01', '2026-12-31'), percent: 50 }
    expect(required([half])).toEqual([6.25, 2.5, 2.5, 12.5, 25])
    // Six months of leave, and a quarter of the other six.
    const quarter = { ...half, percent: 25 }
    expect(required([leave('2026-01-01', '2026-06-30'), quarter])).toEqual([0, 0, 0, 9.88, 19.75])
    const { lines } = resultOf(medicalBoard, { did: [], waivers: [leave('2026-01-01', '2026-06-30'), quarter] })
    expect(lines[4]!.sentence).toBe(
      'At least 19.75 h in all: 0 h, 19.75 h missing; reduced from 50 h by 4 h for each of 6 months of leave (months ' +
        'waived in part, by their share: 6 by 25 %).',
    )
  })

  it('asks for a plan and a self-evaluation after eleven months, for nothing after twelve', () => {
    const away = (from: string) => resultOf(medicalBoard, { did: [], waivers: [leave(from, '2026-12-31')] })
    expect(
      away('2026-02-01')
        .lines.slice(5)
        .map((line) => line.required),
    ).toEqual([1, 1, 1])
    expect(away('2026-01-01')).toMatchObject({ verdict: 'empty', nothing: { reason: 'waiver' } })
  })
})

it('RACGP spreads leave over two years by the months of each', () => {
  const plan = { start: '2026-01-01', end: '2028-12-31' }
  const { lines } = resultOf(racgp, { plan, did: [], waivers: [leave('2026-10-01', '2027-05-31')] })
  const total = lines.filter(({ rule }) => rule === 'total').map((line) => line.required)
  expect(total).toEqual([50 - 3 * 4, 50 - 5 * 4, 50])
})

it('RACGP asks for nothing in a year of leave, and for resuscitation in the triennium all the same', () => {
  const plan = { start: '2026-01-01', end: '2028-12-31' }
  const required = (to: string, rule: string) => {
    const { lines } = resultOf(racgp, { plan, did: [], waivers: [leave('2027-01-01', to)] })
    return lines.filter((line) => line.rule === rule).map((line) => line.required)
  }
  expect(required('2027-12-31', 'total')).toEqual([50, 0, 50])
  expect(required('2027-12-31', 'plan')).toEqual([1, 0, 1])
  expect(required('2028-12-31', 'cpr')).toEqual([1])
})

it('ANZCA asks for all of a year with three months of a longer leave, and for nothing with six', () => {
  const total = (from: string) => {
    const { lines } = resultOf(anzca, { did: [], waivers: [leave(from, '2027-05-31')] })
    return lines.find(({ rule }) => rule === 'total')?.required
  }
  expect(total('2026-10-01')).toBe(50)
  expect(total('2026-07-01')).toBe(0)
})

it('Chartered Accountants ANZ never reduces ethics', () => {
  const plan = { start: '2024-07-01', end: '2027-06-30' }
  const of = (to: string) => {
    const { lines } = resultOf(caAnz, { plan, did: [], waivers: [leave('2024-07-01', to)] })
    return lines.filter(({ rule }) => rule === 'ethics' || rule === 'total')
  }
  expect(of('2025-06-30').map((line) => line.required)).toEqual([80, 6])
  expect(of('2025-06-30')[1]!.sentence).toBe(
    'At least 6 h of verifiable ethics: 0 h, 6 h missing; not reduced by leave.',
  )
  expect(of('2027-06-30').map((line) => line.required)).toEqual([0, 6])
})
