import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { CardState } from '../values.ts'

const Reference = Nullable(Type.String({ maxLength: 200 }))

/** A card that a person has stored at the payment provider, with the mandate that they gave. Its number is never here. */
export const StoredCard = defineTable({
  name: 'stored_card',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Nullable(Id),
    /** The organisation's account at the provider. */
    tenant_id: Type.String({ maxLength: 100 }),
    state: CardState,
    session_id: Reference,
    customer_id: Reference,
    payment_method_id: Reference,
    brand: Nullable(Type.String({ maxLength: 50 })),
    last4: Nullable(Type.String({ pattern: '^\\d{4}$' })),
    exp_month: Nullable(Type.Integer({ minimum: 1, maximum: 12 })),
    exp_year: Nullable(Type.Integer({ minimum: 2000, maximum: 2200 })),
    mandate_version: Type.Integer(),
    /** The words that were shown. */
    mandate_text: Type.String({ maxLength: 4000 }),
    mandated_at: Timestamp,
    /** When the person was reminded that it expires. */
    expiry_notified_at: Nullable(Timestamp),
    removed_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'tenant_id', 'mandate_version', 'mandate_text'],
  purge: { keeps: 'books: which mandate payments were made by' },
})
