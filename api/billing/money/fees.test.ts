import { expect, it } from 'vitest'
import { lateFee } from './fees.ts'

it('is an amount, or per cent of what is open, rounded half away from zero', () => {
  expect(lateFee({ kind: 'none', amount: 100, percent: '5' }, 11_550)).toBe(0)
  expect(lateFee({ kind: 'amount', amount: 2500, percent: null }, 11_550)).toBe(2500)
  expect(lateFee({ kind: 'percent', amount: null, percent: '2.5' }, 11_550)).toBe(289)
  expect(lateFee({ kind: 'percent', amount: null, percent: '2.5' }, 0)).toBe(0)
})

it('agrees with integers on random plans', () => {
  for (let i = 0; i < 5000; i++) {
    const ten_thousandths = 1 + Math.floor(Math.random() * 1_000_000)
    const open = Math.floor(Math.random() * 10 ** (1 + Math.floor(Math.random() * 12)))
    const percent = `${Math.floor(ten_thousandths / 10_000)}.${String(ten_thousandths % 10_000).padStart(4, '0')}`
    const expected = (BigInt(open) * BigInt(ten_thousandths) * 2n + 1_000_000n) / 2_000_000n
    expect(lateFee({ kind: 'percent', amount: null, percent }, open), `${percent} % of ${open}`).toBe(Number(expected))
  }
})
