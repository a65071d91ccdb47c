import { Type } from 'typebox'
import { Amount, DiscountText, Percent } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { checkBilling, todayOf } from '../access.ts'
import { findDiscount } from '../discounts/find_discount.ts'
import { toDiscount } from '../money/discounts.ts'
import { findProduct } from '../subscriptions/begin.ts'
import { firstPayment, wholePayment } from '../subscriptions/first.ts'
import { visibleProduct } from './visible.ts'

const Price = Type.Object({ net: Amount, tax: Amount, gross: Amount })

/** What a product costs with a code: read before one agrees. It neither uses nor keeps the code. */
export const readPrice = defineAction({
  method: 'POST',
  path: 'subscriptionStore/price',
  tags: ['subscriptionStore'],
  summary: 'Read what a product costs with a discount code',
  body: Type.Object(
    { product_id: Id, discount_code: DiscountText, trial: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    discount_code: Type.String(),
    percent: Nullable(Percent),
    amount: Nullable(Amount),
    every_period: Type.Boolean(),
    currency: Type.String(),
    digits: Type.Integer(),
    begins_on: DateOnly,
    ends_on: Nullable(DateOnly),
    before: { ...Price, description: 'The first period without the code' } as typeof Price,
    first: { ...Price, description: 'The first period' } as typeof Price,
    later: Nullable({ ...Price, description: 'Each whole period after it' } as typeof Price),
  }),
  status: 200,
  // Codes are not to be guessed.
  attempts: ['discount_code', 'discount_code_address'],
  async run({ context: { db }, viewer, body: { product_id, discount_code, trial = false } }) {
    const { organisation_id } = await visibleProduct(db, viewer, product_id)
    await checkBilling(db, organisation_id)
    const product = await findProduct(db, organisation_id, product_id)
    const today = await todayOf(db, organisation_id)
    const { user_id } = viewer
    const found = await findDiscount(db, { organisation_id, code: discount_code, product, user_id, today })
    const { code, percent, amount, every_period } = found
    const discount = toDiscount(percent, amount)
    const { period, digits, ...prices } = await firstPayment(db, product, { trial, today, discount })
    const later = product.period === 'none' ? null : await wholePayment(db, product, every_period ? discount : null)
    const { begins_on, ends_on } = period
    const { currency } = product
    return {
      discount_code: code,
      percent,
      amount,
      every_period,
      currency,
      digits,
      begins_on,
      ends_on,
      ...prices,
      later,
    }
  },
})
