import type { Product } from '#db/tables/billing/product.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { yearBegins } from '../money/years.ts'

/** How long the memberships of a product last. */
export const termsOf = ({ period, first_year, early_months, ...product }: TermsOf) => ({
  period,
  year_begins: yearBegins(product),
  first_year,
  early_months,
})

export type TermsOf = Pick<RowOf<typeof Product>, 'period' | 'year_month' | 'year_day' | 'first_year' | 'early_months'>
