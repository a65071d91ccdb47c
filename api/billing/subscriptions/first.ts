import type { Db } from '#db/database.ts'
import type { Product as ProductTable } from '#db/tables/billing/product.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { AppError } from '../../http/errors.ts'
import { digitsOf } from '../books/checks.ts'
import { compute } from '../invoices/lines.ts'
import { addDays } from '../money/days.ts'
import { type Cost, costWith, type Discount } from '../money/discounts.ts'
import { type LineAmounts, toMajor } from '../money/document.ts'
import { type PeriodOf, periodFrom } from '../money/years.ts'
import { termsOf } from './terms.ts'

/** What a person pays for the first period of a product; days of a trial are free before. */
export async function firstPayment(db: Db, product: Product, { trial, today, discount }: First) {
  const digits = await digitsOf(db, product.currency)
  const period: PeriodOf = periodFrom(termsOf(product), trial ? addDays(today, product.trial_days) : today)
  const amounts = (taken: Discount | null, of = period) =>
    amountsOf(product, digits, costWith(product.unit_amount, of, taken))
  return { digits, period, before: amounts(null), first: amounts(discount) }
}

/** What each whole period costs. */
export async function wholePayment(db: Db, product: Product, discount: Discount | null): Promise<LineAmounts> {
  const whole = { part: 1, of: 1, unit: null }
  return amountsOf(product, await digitsOf(db, product.currency), costWith(product.unit_amount, whole, discount))
}

/**
 * A price that changes while someone reads it is not agreed to.
 *
 * @throws {AppError} conflict
 */
export async function checkShown(db: Db, product: Product, of: First, shown: number | undefined): Promise<void> {
  if (shown === undefined) return
  const { first } = await firstPayment(db, product, of)
  if (first.gross === shown) return
  throw new AppError('conflict', 'The price is another one by now. Please look at it again.', 'first_gross')
}

/** As the invoice has it: the price, and what is taken off as a line of its own. */
function amountsOf({ amounts_are, tax_rate }: Product, digits: number, { full, off }: Cost): LineAmounts {
  const lines = [full, ...(off > 0 ? [-off] : [])].map((amount) => ({
    unit_price: toMajor(amount, digits),
    tax_rate: tax_rate ?? '0',
  }))
  const { net, tax, gross } = compute(amounts_are, digits, lines)
  return { net, tax, gross }
}

type Product = RowOf<typeof ProductTable> & { tax_rate: string | null }
type First = { trial: boolean; today: string; discount: Discount | null }
