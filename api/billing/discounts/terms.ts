import { trimmed } from '../documents/texts.ts'
import type { Cost, Discounted } from '../money/discounts.ts'

/** What the line of an invoice says that takes it off; nothing where nothing is taken off. */
export function offLine(sub: Discounted & { discount_code: string | null; product_name: string }, { off }: Cost) {
  if (off === 0) return {}
  const percent = sub.discount_percent === null ? '' : `, ${trimmed(sub.discount_percent)} %`
  return { off: { amount: off, description: `${sub.product_name}: discount ${sub.discount_code}${percent}` } }
}

/** What a membership copies of a code. */
export const discountTerms = (found: FoundDiscount | null) => ({
  discount_code_id: found?.id ?? null,
  discount_code: found?.code ?? null,
  discount_percent: found?.percent ?? null,
  discount_amount: found?.amount ?? null,
  discount_every: found?.every_period ?? false,
})

/** Of a membership that has changed to another product. */
export const noDiscount = { discount_percent: null, discount_amount: null, discount_every: false }

export type FoundDiscount = {
  id: number
  code: string
  percent: string | null
  amount: number | null
  every_period: boolean
}
