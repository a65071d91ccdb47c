import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { CardPaymentState } from '../values.ts'

/** The payment of a renewal's invoice by a stored card: one for an invoice, in some attempts. */
export const CardPayment = defineTable({
  name: 'card_payment',
  columns: {
    id: Id,
    organisation_id: Id,
    invoice_id: Id,
    /** Which part of the invoice it pays, with what is open before it; 0 is all. */
    instalment: Type.Integer({ minimum: 0, maximum: 12 }),
    stored_card_id: Id,
    user_id: Nullable(Id),
    state: CardPaymentState,
    /** How many of its card have begun. */
    attempts: Type.Integer({ minimum: 0, maximum: 10 }),
    /** How many have begun, of all cards: names an attempt at the provider. */
    begun: Type.Integer({ minimum: 0 }),
    next_attempt_at: Nullable(Timestamp),
    /** Why the last one failed, a sentence for people. */
    error: Nullable(Type.String({ maxLength: 1000 })),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'invoice_id', 'stored_card_id'],
  purge: { keeps: 'books: how an invoice was paid' },
})
