import { expect, it } from 'vitest'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import { depositOf, takenOff } from './deposits.ts'
import { type AmountsAre, computeDocument, MoneyError, toMajor } from './document.ts'

const rates = [
  { tax_rate_id: 1, tax_rate: '15', tax_name: 'GST' },
  { tax_rate_id: 2, tax_rate: '9.5', tax_name: 'Reduced' },
  { tax_rate_id: null, tax_rate: '0', tax_name: '' },
]

it('has a line for each tax, which add up to the part that is asked for', () => {
  const lines = [
    { unit_price: '115', ...rates[0]! },
    { unit_price: '33.33', ...rates[2]! },
    { unit_price: '115', ...rates[0]! },
  ]
  const of = { amounts_are: 'inclusive' as const, digits: 2, lines }
  const { gross, lines: parts } = depositOf(of, { percent: '33.3333' })
  expect(gross).toBe(8778)
  expect(parts.map(({ unit_price, tax_rate_id }) => [unit_price, tax_rate_id])).toEqual([
    ['76.67', 1],
    ['11.11', null],
  ])
  expect(depositOf(of, { amount: 1 }).gross).toBe(1)
  for (const asked of [{ amount: 26_333 }, { amount: 0 }, { percent: '100' }]) {
    expect(() => depositOf(of, asked)).toThrow(MoneyError)
  }
})

it('leaves a final invoice that, with it, is the offer to the cent, of 20 000 random ones', () => {
  const random = makeRandom(7)
  const below = (n: number) => Math.floor(random() * n)
  let refused = 0
  for (let i = 0; i < 20_000; i++) {
    const digits = [0, 2, 3][below(3)]!
    const amounts_are = (['exclusive', 'inclusive', 'no_tax'] as AmountsAre[])[below(3)]!
    const lines = Array.from({ length: 1 + below(6) }, () => ({
      ...rates[below(3)]!,
      quantity: String(1 + below(5)),
      unit_price: toMajor(1 + below(200_000), digits),
    }))
    const whole = computeDocument({ amounts_are, digits, lines })
    try {
      const { gross, lines: parts } = depositOf({ amounts_are, digits, lines }, { percent: String(1 + below(99)) })
      const deposit = computeDocument({ amounts_are, digits, lines: parts })
      const final = computeDocument({ amounts_are, digits, lines: [...lines, ...parts.map(takenOff)] })
      expect([deposit.gross, deposit.gross + final.gross]).toEqual([gross, whole.gross])
      expect([deposit.tax + final.tax, deposit.net + final.net]).toEqual([whole.tax, whole.net])
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error
      refused++
    }
  }
  expect(refused).toBeLessThan(400)
})
