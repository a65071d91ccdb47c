import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** The code sent to confirm a person's mobile number. */
export const PhoneCode = defineTable({
  name: 'phone_code',
  columns: {
    user_id: Id,
    /** In international form. */
    address: Type.String({ maxLength: 50 }),
    code_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    tries: Type.Integer({ minimum: 0 }),
    made_at: Timestamp,
  },
  defaults: ['tries', 'made_at'],
  stays: 'codes that are valid for minutes',
  purge: { address: 'address' },
})
