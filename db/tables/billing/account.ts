import { Type } from 'typebox'
import { Id, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { AccountType, Code } from './values.ts'

/** An account of the books, which lines and products name by its code. */
export const Account = defineTable({
  name: 'account',
  columns: {
    id: Id,
    organisation_id: Id,
    code: Code,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    type: AccountType,
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name', 'code'],
  required: ['organisation_id', 'code', 'name'],
  conflicts: { account_code: ['conflict', 'code'] },
})
