import { expect, it } from 'vitest'
import { addDays, dayOfMonth, daysBetween } from './days.ts'
import { openParts, planInstalments } from './instalments.ts'

const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

it('what cannot be shared out is in the first, and no part is due on the last days of a month', () => {
  expect(planInstalments({ total: 10_000, count: 3, every: 'month', first_on: '2027-01-31' })).toEqual([
    { due_on: '2027-02-01', amount: 3334 },
    { due_on: '2027-03-01', amount: 3333 },
    { due_on: '2027-04-01', amount: 3333 },
  ])
  const quarters = planInstalments({ total: 12_001, count: 4, every: 'quarter', first_on: '2027-11-28' })
  expect(quarters.map(({ due_on, amount }) => `${due_on} ${amount}`)).toEqual([
    '2027-11-28 3001',
    '2028-02-28 3000',
    '2028-05-28 3000',
    '2028-08-28 3000',
  ])
})

it('parts that do not fit before a day are shared out among the others; a total has no parts of nothing', () => {
  const of = { total: 10_000, every: 'quarter' as const, first_on: '2027-01-15' }
  expect(planInstalments({ ...of, count: 4, before: '2027-07-15' })).toEqual([
    { due_on: '2027-01-15', amount: 5000 },
    { due_on: '2027-04-15', amount: 5000 },
  ])
  expect(planInstalments({ ...of, count: 4, before: '2027-01-01' })).toEqual([{ due_on: '2027-01-15', amount: 10_000 }])
  expect(planInstalments({ ...of, total: 2, count: 10 })).toHaveLength(2)
})

it('payments settle the first, credit makes the last ones less', () => {
  expect(openParts([3001, 3000, 3000, 3000], { paid: 4000, reduced: 3500 })).toEqual([0, 2001, 2500, 0])
  expect(openParts([3001, 3000], { paid: 6001, reduced: 0 })).toEqual([0, 0])
  expect(openParts([100, 100], { paid: 0, reduced: 200 })).toEqual([0, 0])
})

it('any plan adds up to the cent, and what is open of its parts is what is open of the invoice', () => {
  let seed = 20_270_925
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % (most + 1)
  }
  for (let i = 0; i < 3000; i++) {
    const [gross, count] = [1 + random(2_000_000), 1 + random(11)]
    const every = random(1) === 0 ? ('month' as const) : ('quarter' as const)
    const first_on = addDays('2026-01-01', random(2000))
    const before = random(2) === 0 ? addDays(first_on, random(500)) : null
    const parts = planInstalments({ total: gross, count, every, first_on, before })
    const amounts = parts.map(({ amount }) => amount)
    expect(total(amounts)).toBe(gross)
    expect(amounts.every((amount) => amount > 0)).toBe(true)
    expect(amounts[0]! - amounts.at(-1)!).toBeLessThan(amounts.length)
    expect(parts.every(({ due_on }) => dayOfMonth(due_on) <= 28)).toBe(true)
    expect(daysBetween(first_on, parts[0]!.due_on)).toBeLessThanOrEqual(3)
    const paid = random(gross)
    const reduced = random(gross - paid)
    const open = openParts(amounts, { paid, reduced })
    expect(total(open)).toBe(gross - paid - reduced)
    // The one that is due first is settled first.
    const begun = open.findIndex((each) => each > 0)
    if (begun > 0 && reduced === 0) expect(open.slice(begun + 1)).toEqual(amounts.slice(begun + 1))
  }
})
