import { expect, it } from 'vitest'
import { grantedBy } from './decision.ts'

const nothingLess = { asked_from: null, asked_to: null, asked_percent: null, asked_requirements: null }
const days = { from: '2026-02-01', to: '2026-05-31' }
const all = { ...days, percent: 100, requirements: [], ...nothingLess }
const two = { ...days, percent: 80, requirements: ['hours', 'ethics'], ...nothingLess }
const asked = { asked_from: days.from, asked_to: days.to, asked_percent: 100, asked_requirements: [] }
const march = { from: '2026-03-01', to: '2026-03-31' }
const lessened = { ...all, ...march, ...asked }

it.each([
  ['whole', all, {}, all],
  ['refused', all, {}, all],
  ['part', all, march, lessened],
  ['part', all, { to: '2026-02-01' }, { ...lessened, from: '2026-02-01', to: '2026-02-01' }],
  // An appeal is about what was asked for at first.
  ['whole', lessened, {}, all],
  ['refused', lessened, {}, all],
  ['part', lessened, { to: '2026-03-31' }, { ...lessened, from: '2026-02-01' }],
  ['part', all, { percent: 50 }, { ...lessened, ...days, percent: 50 }],
  ['part', all, { requirements: ['hours'] }, { ...lessened, ...days, requirements: ['hours'] }],
  [
    'part',
    two,
    { requirements: ['ethics'] },
    { ...two, requirements: ['ethics'], ...asked, asked_percent: 80, asked_requirements: two.requirements },
  ],
  // Decided by an earlier release.
  ['whole', { ...lessened, asked_percent: null, asked_requirements: null }, {}, all],
] as const)('grants %s of %o', (outcome, waiver, given, granted) => {
  expect(grantedBy(waiver as never, { outcome, ...(given as object) })).toEqual(granted)
})

it.each([
  ['outcome', {}],
  ['to', { from: '2026-03-02', to: '2026-03-01' }],
  ['from', { from: '2026-01-31', to: '2026-03-01' }],
  ['from', { from: '2026-06-01', to: '2026-06-02' }],
  ['to', { from: '2026-03-01', to: '2026-06-01' }],
  ['outcome', { from: '2026-02-01', to: '2026-05-31' }],
  ['percent', { percent: 81 }],
  ['requirements', { requirements: ['plan'] }],
  ['requirements', { requirements: [] }],
  ['outcome', { percent: 80, requirements: ['ethics', 'hours'] }],
] as const)('refuses by %s a part of %o', (field, given) => {
  const part = { outcome: 'part' as const, ...(given as object) }
  expect(() => grantedBy(two as never, part)).toThrow(expect.objectContaining({ field }))
})
