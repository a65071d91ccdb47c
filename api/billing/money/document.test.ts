import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AmountsAre, computeDocument, LARGEST, type LineInput, MoneyError, shareOf, toMajor } from './document.ts'

const of = (amounts_are: AmountsAre, lines: LineInput[], digits = 2) => computeDocument({ amounts_are, digits, lines })
const priced = (unit_price: string, tax_rate = '15', more: LineInput = {}) => ({ unit_price, tax_rate, ...more })

describe('the amounts of a document', () => {
  it.each<[string, AmountsAre, LineInput[], number, [net: number, tax: number, gross: number]]>([
    ['100.00 inclusive of 15 %', 'inclusive', [priced('100')], 2, [8696, 1304, 10000]],
    ['115.00 inclusive of 15 %', 'inclusive', [priced('115.00')], 2, [10000, 1500, 11500]],
    ['100.00 exclusive of 15 %', 'exclusive', [priced('100')], 2, [10000, 1500, 11500]],
    ['three lines of 0.10', 'exclusive', [priced('0.10'), priced('0.10'), priced('0.10')], 2, [30, 6, 36]],
    ['without tax', 'no_tax', [priced('100')], 2, [10000, 0, 10000]],
    ['half a cent', 'exclusive', [priced('0.005', '0')], 2, [1, 0, 1]],
    ['just below half a cent', 'exclusive', [priced('0.0049', '0')], 2, [0, 0, 0]],
    ['1.005, which a float makes 1.00', 'exclusive', [priced('1.005', '0')], 2, [101, 0, 101]],
    ['a third of a price', 'exclusive', [priced('9.99', '15', { quantity: '0.3333' })], 2, [333, 50, 383]],
    ['a discount', 'exclusive', [priced('19.99', '15', { quantity: '3', discount: '12.5' })], 2, [5247, 787, 6034]],
    ['all of it as a discount', 'exclusive', [priced('19.99', '15', { discount: '100' })], 2, [0, 0, 0]],
    ['yen', 'inclusive', [priced('1100', '10')], 0, [1000, 100, 1100]],
    ['half a yen', 'exclusive', [priced('0.5', '10')], 0, [1, 0, 1]],
    ['dinars', 'exclusive', [priced('1.2345', '5')], 3, [1235, 62, 1297]],
    ['something off', 'exclusive', [priced('100'), priced('-20')], 2, [8000, 1200, 9200]],
    ['something off, inclusive', 'inclusive', [priced('115'), priced('-15')], 2, [8696, 1304, 10000]],
    ['half a cent off', 'exclusive', [priced('1', '0'), priced('-0.005', '0')], 2, [99, 0, 99]],
    ['all of it off', 'exclusive', [priced('33.33'), priced('-33.33')], 2, [0, 0, 0]],
    ['off in pieces', 'no_tax', [priced('9'), priced('-1', '0', { quantity: '3', discount: '50' })], 2, [750, 0, 750]],
    ['yen off', 'inclusive', [priced('1100', '10'), priced('-110', '10')], 0, [900, 90, 990]],
    ['no lines', 'exclusive', [], 2, [0, 0, 0]],
    ['empty fields', 'exclusive', [{ quantity: '', unit_price: '', discount: '', tax_rate: '' }], 2, [0, 0, 0]],
  ])('%s', (_name, amounts_are, lines, digits, [net, tax, gross]) => {
    expect(of(amounts_are, lines, digits)).toMatchObject({ net, tax, gross })
  })

  it('computes the tax of each line from its rounded amount', () => {
    const { lines } = of('exclusive', [priced('0.10'), priced('0.10'), priced('0.10')])
    expect(lines).toEqual(Array(3).fill({ net: 10, tax: 2, gross: 12 }))
  })

  it('has the tax of each rate', () => {
    const { taxes } = of('exclusive', [priced('10'), priced('20', '0'), priced('5', '15.00')])
    expect(taxes).toEqual([
      { name: '', rate: '15', net: 1500, tax: 225, gross: 1725 },
      { name: '', rate: '0', net: 2000, tax: 0, gross: 2000 },
    ])
  })

  it.each<[LineInput, string]>([
    [{ quantity: '-1' }, 'lines.0.quantity'],
    [{ quantity: '1.00001' }, 'lines.0.quantity'],
    [{ unit_price: '1e3' }, 'lines.0.unit_price'],
    [{ discount: '101' }, 'lines.0.discount'],
    [{ tax_rate: '150' }, 'lines.0.tax_rate'],
    [{ quantity: '99999999999', unit_price: '99999999999' }, 'lines.0'],
  ])('refuses %j', (line, field) => {
    expect(() => of('exclusive', [line])).toThrow(expect.objectContaining({ name: MoneyError.name, field }))
  })

  it.each<[string, AmountsAre, LineInput[]]>([
    ['more than there is', 'exclusive', [priced('10'), priced('-10.01')]],
    ['nothing but a discount', 'no_tax', [priced('-1')]],
    ['from what has another tax', 'exclusive', [priced('100', '15'), priced('-10', '0')]],
    ['tax from what has none', 'exclusive', [priced('100', '0'), priced('-10', '15')]],
    ['from another tax of the same rate', 'exclusive', [priced('9', '0', { tax_name: 'A' }), priced('-1', '0')]],
  ])('takes no more off than there is at a tax: %s', (_name, amounts_are, lines) => {
    const refused = expect.objectContaining({ name: MoneyError.name, field: 'lines' })
    expect(() => of(amounts_are, lines)).toThrow(refused)
  })

  it('refuses a sum beyond the largest amount', () => {
    const line = { unit_price: String(LARGEST / 200) }
    expect(() => of('no_tax', [line, line, line])).toThrow(/too large/)
  })

  it('adds up, and never differs from exact arithmetic by more than rounding', () => {
    const decimal = (most: number) => fc.integer({ min: 0, max: most * 10_000 }).map((n) => toMajor(n, 4))
    const fields = {
      quantity: decimal(1000),
      unit_price: decimal(10_000),
      discount: decimal(100),
      tax_rate: decimal(100),
    }
    // Something is taken off the same line, as large as it is at most.
    const line = fc.record({ ...fields, off: fc.option(fc.integer({ min: 0, max: 100 })) }).map(takeOff)
    const input = fc.record({
      amounts_are: fc.constantFrom<AmountsAre>('exclusive', 'inclusive', 'no_tax'),
      digits: fc.constantFrom(0, 2, 3),
      lines: fc.array(line, { maxLength: 20 }).map((pairs) => pairs.flat()),
    })
    fc.assert(
      fc.property(input, ({ amounts_are, digits, lines }) => {
        const { net, tax, gross, taxes, lines: computed } = computeDocument({ amounts_are, digits, lines })
        expect(gross).toBe(net + tax)
        for (const parts of [computed, taxes]) {
          expect(parts.reduce((sum, part) => sum + part.tax, 0)).toBe(tax)
          expect(parts.reduce((sum, part) => sum + part.gross, 0)).toBe(gross)
        }
        for (const [i, { quantity, unit_price, discount, tax_rate }] of lines.entries()) {
          const [q, p, d, r] = [quantity, unit_price, discount, tax_rate].map((text) => BigInt(text.replace('.', '')))
          // In units of 10⁻¹⁴ of the major unit: quantity, price and the rest of the discount have 4 + 4 + 6 places.
          const amount = halfUp(q! * p! * (1_000_000n - d!) * 10n ** BigInt(digits), 10n ** 14n)
          const part = computed[i]!
          if (amounts_are === 'inclusive') {
            expect(part).toEqual({
              gross: amount,
              tax: halfUp(BigInt(amount) * r!, r! + 1_000_000n),
              net: amount - part.tax,
            })
          } else {
            expect([part.net, part.tax]).toEqual([
              amount,
              amounts_are === 'no_tax' ? 0 : halfUp(BigInt(amount) * r!, 1_000_000n),
            ])
          }
        }
      }),
      { numRuns: Number(process.env.MONEY_ROUNDS ?? 200) },
    )
  })
})

function halfUp(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return 0 - halfUp(-numerator, denominator)
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** A line, and as a line of its own a part of it that is taken off: by whole per cents of its quantity. */
function takeOff({ off, ...line }: Record<Exclude<keyof LineInput, 'tax_name'>, string> & { off: number | null }) {
  if (off === null) return [line]
  const quantity = toMajor(Math.floor((Number(line.quantity.replace('.', '')) * off) / 100), 4)
  return [line, { ...line, quantity, unit_price: `-${line.unit_price}` }]
}

it('shares an amount by days, rounded once', () => {
  expect([shareOf(12000, 179, 365), shareOf(1, 1, 2), shareOf(100, 0, 30), shareOf(100, 30, 30)]).toEqual([
    5885, 1, 0, 100,
  ])
})

it.each([
  [1050, 2, '10.50'],
  [5, 2, '0.05'],
  [-5, 2, '-0.05'],
  [1100, 0, '1100'],
  [1235, 3, '1.235'],
])('%i with %i places is %s', (amount, digits, text) => {
  expect(toMajor(amount, digits)).toBe(text)
})
