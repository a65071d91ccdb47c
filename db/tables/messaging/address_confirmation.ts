import { Type } from 'typebox'
import { Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** When any organisation last asked an address to confirm, and whether its reader refuses all requests. */
export const AddressConfirmation = defineTable({
  name: 'address_confirmation',
  columns: {
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
    address: Type.String({ maxLength: 2000 }),
    asked_at: Nullable(Timestamp),
    refused_at: Nullable(Timestamp),
  },
  defaults: ['asked_at', 'refused_at'],
  stays: 'when an address was last asked, by whichever organisation; another installation asks again',
  purge: { address: 'address' },
})
