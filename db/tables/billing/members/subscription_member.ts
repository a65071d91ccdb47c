import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Amount, SharingState } from '../values.ts'

/** A person besides the payer who has a membership, or is invited to. */
export const SubscriptionMember = defineTable({
  name: 'subscription_member',
  columns: {
    id: Id,
    organisation_id: Id,
    subscription_id: Id,
    /** Once they have accepted. */
    user_id: Nullable(Id),
    state: SharingState,
    /** As the payer has typed it; on invoices. */
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ minLength: 3, maxLength: 254 }),
    /** SHA-256 of the token of the invitation's link, until it is answered. */
    token_sha256: Nullable(Type.String()),
    expires_at: Timestamp,
    invited_by_user_id: Nullable(Id),
    answered_at: Nullable(Timestamp),
    joined_on: Nullable(DateOnly),
    /** The first day on which they have it no more. */
    ended_on: Nullable(DateOnly),
    /** The first day of the present period that is charged for them, and what all of it from that day costs. */
    covered_from: Nullable(DateOnly),
    cost: Amount,
    /** The invoice that charges it; null for that of the period. */
    invoice_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'subscription_id', 'name', 'email', 'expires_at'],
  conflicts: { subscription_member_once: ['conflict', 'user_id'], subscription_member_invited: ['conflict', 'email'] },
})
