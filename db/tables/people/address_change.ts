import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/**
 * A change of address of a person with private records that others have asked for. It is made once the new address is
 * proved, and the old one has confirmed it or its time to object is over.
 */
export const AddressChange = defineTable({
  name: 'address_change',
  columns: {
    id: Id,
    user_id: Id,
    /** The new address. */
    email: Type.String({ maxLength: 254 }),
    requested_by_user_id: Nullable(Id),
    /** Of the link that was mailed to the old address. */
    token_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** When the link that was mailed to the new address was followed. */
    proved_at: Nullable(Timestamp),
    /** From when on it is made: in seven days, or at once when the old address has confirmed it. */
    due_at: Timestamp,
    created_at: Timestamp,
  },
  defaults: ['id', 'requested_by_user_id', 'proved_at', 'created_at'],
  stays: 'waits for mails of this installation; it is asked for again',
  purge: { address: 'email' },
})
