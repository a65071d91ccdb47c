import { Id } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A product that a code is for. */
export const DiscountProduct = defineTable({
  name: 'discount_product',
  columns: { organisation_id: Id, discount_code_id: Id, product_id: Id },
  required: ['organisation_id', 'discount_code_id', 'product_id'],
})
