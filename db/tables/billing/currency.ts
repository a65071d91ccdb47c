import { Type } from 'typebox'
import { defineTable } from '../define_table.ts'
import { CurrencyCode } from './values.ts'

/** A currency of ISO 4217 with the places of its minor unit: JPY 0, NZD 2, BHD 3. */
export const Currency = defineTable({
  name: 'currency',
  columns: { code: CurrencyCode, digits: Type.Integer({ minimum: 0, maximum: 4 }) },
  stays: 'the same in every installation',
})
