import { expect, it } from 'vitest'
import { daysOf } from './decision.ts'

const asked = { from: '2026-02-01', to: '2026-05-31', asked_from: null, asked_to: null }
const lessened = { from: '2026-03-01', to: '2026-03-31', asked_from: '2026-02-01', asked_to: '2026-05-31' }

it.each([
  ['whole', asked, {}, asked],
  ['refused', asked, {}, asked],
  ['part', asked, { from: '2026-03-01', to: '2026-03-31' }, lessened],
  ['part', asked, { from: '2026-02-01', to: '2026-02-01' }, { ...lessened, from: '2026-02-01', to: '2026-02-01' }],
  // An appeal is about what was asked for at first.
  ['whole', lessened, {}, asked],
  ['refused', lessened, {}, asked],
  ['part', lessened, { from: '2026-02-01', to: '2026-03-31' }, { ...lessened, from: '2026-02-01' }],
] as const)('grants %s of %o', (outcome, waiver, given, days) => {
  expect(daysOf(waiver, { outcome, ...given })).toEqual(days)
})

it.each([
  ['from', {}],
  ['to', { from: '2026-03-01' }],
  ['to', { from: '2026-03-02', to: '2026-03-01' }],
  ['from', { from: '2026-01-31', to: '2026-03-01' }],
  ['from', { from: '2026-06-01', to: '2026-06-02' }],
  ['to', { from: '2026-03-01', to: '2026-06-01' }],
  ['outcome', { from: '2026-02-01', to: '2026-05-31' }],
] as const)('refuses by %s a part of %o', (field, given) => {
  expect(() => daysOf(asked, { outcome: 'part', ...given })).toThrow(expect.objectContaining({ field }))
})
