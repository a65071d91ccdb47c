import type { InvoiceLine } from '#db/tables/billing/invoice_line.ts'
import type { TaxRate } from '#db/tables/billing/tax_rate.ts'
import type { RowOf } from '#db/tables/define_table.ts'

/** What EN 16931 calls the kinds of tax (UNCL 5305): standard, zero, exempt, reverse charge, not subject to tax. */
export type Category = 'S' | 'Z' | 'E' | 'AE' | 'O'
export type Subtotal = { category: Category; rate: string; net: number; tax: number }

/** The category of each line. Where something is taxed, what is not subject to tax has to be called exempt (BR-O-11). */
export function categoriesOf(lines: readonly Line[], types: TaxTypes): Category[] {
  const own = lines.map((line) => categoryOf(line, types))
  return own.every((each) => each === 'O') ? own : own.map((each) => (each === 'O' ? 'E' : each))
}

function categoryOf({ tax_rate, tax_rate_id }: Line, types: TaxTypes): Category {
  if (Number(tax_rate) > 0) return 'S'
  const type = tax_rate_id === null ? 'none' : (types.get(tax_rate_id) ?? 'none')
  if (type === 'exempt') return 'E'
  if (type === 'reverse_charge') return 'AE'
  return type === 'none' ? 'O' : 'Z'
}

/** The sums of each category and rate, in the order of the lines. */
export function subtotalsOf(lines: readonly Line[], categories: Category[]): Subtotal[] {
  const sums = new Map<string, Subtotal>()
  for (const [i, { tax_rate, net, tax }] of lines.entries()) {
    const category = categories[i]!
    const rate = rateOf(category, tax_rate)
    const key = `${category} ${rate}`
    const sum = sums.get(key) ?? { category, rate, net: 0, tax: 0 }
    sums.set(key, { ...sum, net: sum.net + net, tax: sum.tax + tax })
  }
  return [...sums.values()]
}

/** Without zeros at its end, as what has no tax has 0. */
export const rateOf = (category: Category, rate: string): string => (category === 'S' ? String(Number(rate)) : '0')

type Line = Pick<RowOf<typeof InvoiceLine>, 'tax_rate' | 'tax_rate_id' | 'net' | 'tax'>
export type TaxTypes = ReadonlyMap<number, RowOf<typeof TaxRate>['type']>
