import Big from 'big.js'

/**
 * The one computation of money, for the editor, lists, PDF, ledger and providers. It imports nothing else of ours, since
 * the web client uses it too.
 *
 * Amounts are integers of the currency's minor unit. Quantities, prices (in major units), discounts and rates (per cent)
 * are decimals as text. A line is rounded once, half away from zero; its tax is computed from the rounded line; the
 * document is the sum of its lines. A line with a negative price is a discount: it takes from the tax, too.
 *
 * @param digits the places of the currency's minor unit: JPY 0, NZD 2, BHD 3
 * @throws {MoneyError} that names the line and field of a value that is not a decimal or beyond the largest amount; or
 * `lines`, where discounts are more than what they are taken from
 * @example
 * computeDocument({ amounts_are: 'inclusive', digits: 2, lines: [{ quantity: '1', unit_price: '115', tax_rate: '15' }] })
 * // { net: 10000, tax: 1500, gross: 11500, lines: [{ net: 10000, tax: 1500, gross: 11500 }], taxes: [...] }
 */
export function computeDocument({ amounts_are, digits, lines }: DocumentInput): DocumentAmounts {
  const computed = lines.map((line, i) => computeLine(line, amounts_are, digits, i))
  const total = sumOf(computed)
  if (total.gross > LARGEST) throw new MoneyError('lines', 'lines: their sum is too large.')
  const taxes = taxesOf(lines, computed, amounts_are)
  const below = taxes.find(({ net, tax }) => net < 0 || tax < 0)
  if (below) throw new MoneyError('lines', tooMuchOff(below))
  return { ...total, lines: computed, taxes }
}

/** A part of an amount, such as the days left of a period: rounded once, half away from zero. */
export function shareOf(amount: number, part: number, whole: number): number {
  return toInteger(new Big(amount).times(part).div(whole))
}

/** An amount of minor units in major units, as text with the currency's places: 1050 → "10.50". */
export function toMajor(amount: number, digits: number): string {
  const [sign, figures] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')]
  if (digits === 0) return sign + figures
  return `${sign}${figures.slice(0, -digits)}.${figures.slice(-digits)}`
}

/** A decimal of at most four places, as input and wire have it; no sign and no exponent. */
export const isDecimal = (text: string): boolean => /^\d{1,11}(\.\d{1,4})?$/.test(text)
/** Same, of a price: that of a discount is negative. */
export const isPrice = (text: string): boolean => isDecimal(text.replace(/^-/, ''))

/** A value that no amount can be computed of. `field` is a path such as `lines.0.quantity`. */
export class MoneyError extends Error {
  override name = 'MoneyError'
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** 10¹² minor units: far below 2⁵³, so that sums stay exact. */
export const LARGEST = 1_000_000_000_000

function computeLine(line: LineInput, amounts_are: AmountsAre, digits: number, i: number): LineAmounts {
  const at = (name: keyof LineInput, fallback: string, most?: number, isRight = isDecimal) => {
    const text = line[name] || fallback
    const field = `lines.${i}.${name}`
    if (!isRight(text)) throw new MoneyError(field, `${field}: must be a decimal of at most four places.`)
    const value = new Big(text)
    if (most !== undefined && value.gt(most)) throw new MoneyError(field, `${field}: must be at most ${most}.`)
    return value
  }
  const kept = new Big(100).minus(at('discount', '0', 100))
  // By powers of ten, since a division would be rounded before the amount is.
  const exact = at('quantity', '1')
    .times(at('unit_price', '0', undefined, isPrice))
    .times(kept)
    .times(`1e${digits - 2}`)
  const amount = toInteger(exact)
  if (Math.abs(amount) > LARGEST) throw new MoneyError(`lines.${i}`, `lines.${i}: the amount is too large.`)
  const rate = at('tax_rate', '0', 100)
  if (amounts_are === 'no_tax') return { net: amount, tax: 0, gross: amount }
  if (amounts_are === 'exclusive') {
    const tax = toInteger(rate.times(amount).times('1e-2'))
    return { net: amount, tax, gross: amount + tax }
  }
  const tax = toInteger(rate.times(amount).div(rate.plus(100)))
  return { net: amount - tax, tax, gross: amount }
}

const tooMuchOff = ({ name, rate }: TaxAmounts) =>
  `lines: more is taken off than there is${name || rate !== '0' ? ` of what has ${name || `${rate} % of tax`}` : ''}.`

/** The amounts of each rate, highest first; they add up to those of the document. */
function taxesOf(lines: LineInput[], computed: LineAmounts[], amounts_are: AmountsAre): TaxAmounts[] {
  const keyOf = ({ tax_rate, tax_name = '' }: LineInput) =>
    JSON.stringify(amounts_are === 'no_tax' ? ['', '0'] : [tax_name, new Big(tax_rate || '0').toString()])
  const groups = Map.groupBy(
    lines.map((line, i) => ({ key: keyOf(line), amounts: computed[i]! })),
    ({ key }) => key,
  )
  return [...groups]
    .map(([key, members]) => {
      const [name, rate] = JSON.parse(key) as [string, string]
      return { name, rate, ...sumOf(members.map(({ amounts }) => amounts)) }
    })
    .sort((a, b) => new Big(b.rate).cmp(a.rate) || (a.name < b.name ? -1 : 1))
}

const sumOf = (all: LineAmounts[]): LineAmounts =>
  all.reduce((sum, { net, tax, gross }) => ({ net: sum.net + net, tax: sum.tax + tax, gross: sum.gross + gross }), {
    net: 0,
    tax: 0,
    gross: 0,
  })

/** Rounds half away from zero. */
const toInteger = (value: Big): number => Number(value.round(0, Big.roundHalfUp).toString())

export type AmountsAre = 'exclusive' | 'inclusive' | 'no_tax'
/** Missing and empty fields are a quantity of 1, no price, no discount, no tax. */
export type LineInput = {
  quantity?: string | undefined
  unit_price?: string | undefined
  discount?: string | undefined
  tax_rate?: string | undefined
  tax_name?: string | undefined
}
export type DocumentInput = { amounts_are: AmountsAre; digits: number; lines: LineInput[] }
export type LineAmounts = { net: number; tax: number; gross: number }
export type TaxAmounts = LineAmounts & { name: string; rate: string }
export type DocumentAmounts = LineAmounts & { lines: LineAmounts[]; taxes: TaxAmounts[] }
