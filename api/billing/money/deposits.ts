import { type AmountsAre, computeDocument, type LineInput, MoneyError, shareOf, toMajor } from './document.ts'

/**
 * The deposit of an offer, by its taxes: a line for each, of the part that is asked for. The amounts are with tax where those
 * of the offer are. The parts add up to the deposit to the cent.
 *
 * @returns the lines, and the deposit with tax
 * @throws {MoneyError} `deposit_percent` or `deposit_amount`, where it is not less than the whole, or rounding would leave
 * a tax below 0 for the final invoice
 * @example
 * depositOf({ amounts_are: 'inclusive', digits: 2, lines: [{ unit_price: '115', tax_rate: '15' }] }, { percent: '20' })
 * // { gross: 2300, lines: [{ quantity: '1', unit_price: '23.00', tax_rate: '15', … }] }
 */
export function depositOf<Line extends Taxed>({ amounts_are, digits, lines }: Offer<Line>, asked: DepositTerms) {
  const field = asked.percent ? 'deposit_percent' : 'deposit_amount'
  const { lines: amounts } = computeDocument({ amounts_are, digits, lines })
  const all = lines.map((line, i) => ({ line, amount: amounts[i]![amounts_are === 'inclusive' ? 'gross' : 'net'] }))
  const taxes = [...Map.groupBy(all, ({ line }) => line.tax_rate_id)].map(([, members]) => members)
  const whole = sum(all)
  const wanted = asked.percent
    ? shareOf(whole, Math.round(Number(asked.percent) * PERCENT), 100 * PERCENT)
    : (asked.amount ?? 0)
  if (wanted <= 0 || wanted >= whole) throw new MoneyError(field, `${field}: must be less than the whole, and above 0.`)
  let [counted, given] = [0, 0]
  const parts = taxes.flatMap((members) => {
    counted += sum(members)
    const amount = shareOf(counted, wanted, whole) - given
    given += amount
    const { tax_rate_id, tax_rate, tax_name } = members[0]!.line
    return amount === 0 ? [] : [{ quantity: '1', unit_price: toMajor(amount, digits), tax_rate_id, tax_rate, tax_name }]
  })
  const { gross } = computeDocument({ amounts_are, digits, lines: parts })
  try {
    computeDocument({ amounts_are, digits, lines: [...lines, ...parts.map(takenOff)] })
  } catch (error) {
    if (error instanceof MoneyError) throw new MoneyError(field, `${field}: leaves too little tax for the rest.`)
    throw error
  }
  return { gross, lines: parts }
}

/** The same line with the other sign. */
export const takenOff = <Line extends { unit_price: string }>(line: Line): Line => ({
  ...line,
  unit_price: line.unit_price.startsWith('-') ? line.unit_price.slice(1) : `-${line.unit_price}`,
})

/** Per cent has four places. */
const PERCENT = 10_000
const sum = (all: { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0)

type Taxed = LineInput & { tax_rate_id: number | null; tax_rate: string; tax_name: string }
type Offer<Line> = { amounts_are: AmountsAre; digits: number; lines: Line[] }
type DepositTerms = { percent?: string | null | undefined; amount?: number | null | undefined }
