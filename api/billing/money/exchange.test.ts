import { describe, expect, it } from 'vitest'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import { fromHome, homeOf, linesToHome, partsToHome, rateOf, toHome } from './exchange.ts'

const places = { digits: 2, home_digits: 2 }

it.each([
  [10_000, '0.5', places, 20_000],
  [-10_000, '0.612345', places, -16_331],
  [1, '2', places, 1],
  [-1, '2', places, -1],
  [1250, '90', { digits: 0, home_digits: 2 }, 1389],
  [1250, '0.2', { digits: 3, home_digits: 2 }, 625],
])('%s at %s is a rounded amount of the home currency', (amount, rate, of, home) => {
  expect(toHome(amount, rate, of)).toBe(home)
})

it.each([
  [2100, '0.5', places, 1050],
  [-1633, '0.612345', places, -1000],
  [1389, '90', { digits: 0, home_digits: 2 }, 1250],
  [625, '0.2', { digits: 3, home_digits: 2 }, 1250],
])('%s of the home currency at %s is a rounded amount of another', (home, rate, of, amount) => {
  expect(fromHome(home, rate, of)).toBe(amount)
})

it('an amount that the bank has received says its rate', () => {
  expect(rateOf(5000, 12_500, places)).toBe('0.4')
  expect(rateOf(-1000, 3000, places)).toBe('0.333333')
  expect(rateOf(1250, 1389, { digits: 0, home_digits: 2 })).toBe('89.992801')
  expect(rateOf(1, 1_000_000_000, places)).toBe(null)
})

describe('an entry', () => {
  it('takes a document down at its rate, and gains what it was paid at another', () => {
    const before = { amount: 10_000, home: 20_000 }
    const paid = { amount: -5000, before, rate: '0.5', places }
    expect(homeOf({ ...paid, moved: 12_500 })).toEqual({ home_amount: -10_000, home_gain: 2500 })
    expect(homeOf({ ...paid, moved: 9000 })).toEqual({ home_amount: -10_000, home_gain: -1000 })
    expect(homeOf(paid)).toEqual({ home_amount: -10_000, home_gain: 0 })
  })

  it('of a credit note gains what is paid back for less', () => {
    const before = { amount: -1000, home: -2000 }
    const refund = { amount: 1000, before, rate: '0.5', places, moved: -1800 }
    expect(homeOf(refund)).toEqual({ home_amount: 2000, home_gain: 200 })
  })

  it('uses credit at the average of what it came at', () => {
    const before = { amount: -3000, home: -5000 }
    expect(homeOf({ amount: 1000, before, rate: null, places })).toEqual({ home_amount: 1667, home_gain: 0 })
    expect(homeOf({ amount: 3000, before, rate: null, places, moved: -4900 })).toEqual({
      home_amount: 5000,
      home_gain: 100,
    })
  })
})

describe('many random entries', () => {
  const random = makeRandom(20_280_111)
  const below = (n: number) => Math.floor(random() * n)

  it('leave a document that is open by nothing at nothing, and one in part at its rate, to the cent', () => {
    for (let i = 0; i < 3000; i++) {
      const of = { digits: below(4), home_digits: below(4) }
      const rate = `${below(200)}.${String(1 + below(999_999)).padStart(6, '0')}`
      const gross = 1 + below(1_000_000)
      let open = { amount: gross, home: toHome(gross, rate, of) }
      let [received, gained] = [0, 0]
      while (open.amount > 0) {
        const amount = -Math.min(open.amount, 1 + below(gross))
        const moved = below(3) === 0 ? undefined : toHome(-amount, `${1 + below(200)}.5`, of)
        const { home_amount, home_gain } = homeOf({ amount, before: open, rate, places: of, moved })
        received += moved ?? -home_amount
        gained += home_gain
        open = { amount: open.amount + amount, home: open.home + home_amount }
        expect(open.home).toBe(toHome(open.amount, rate, of))
      }
      expect(open.home).toBe(0)
      expect(received - toHome(gross, rate, of)).toBe(gained)
    }
  })

  it('have lines and parts that add up to their whole', () => {
    for (let i = 0; i < 1000; i++) {
      const lines = Array.from({ length: 1 + below(8) }, () => {
        const [net, tax] = [below(90_000), below(9000)]
        return { net, tax, gross: net + tax }
      })
      const rate = `${below(3)}.${String(1 + below(999_999)).padStart(6, '0')}`
      const total = (all: typeof lines, key: 'tax' | 'gross') => all.reduce((sum, line) => sum + line[key], 0)
      const home = linesToHome(lines, rate, places)
      for (const key of ['gross', 'tax'] as const) {
        expect(total(home, key)).toBe(toHome(total(lines, key), rate, places))
      }
      for (const { net, tax, gross } of home) expect(net + tax).toBe(gross)
      const parts = partsToHome(
        lines.map(({ gross }) => gross),
        12_345,
      )
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total(lines, 'gross') === 0 ? 0 : 12_345)
    }
  })
})
