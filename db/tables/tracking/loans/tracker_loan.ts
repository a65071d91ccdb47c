import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

const states = ['offered', 'accepted', 'declined', 'ended'] as const
const sides = ['lender', 'borrower'] as const
const enumOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.String({ enum: [...values] }))

/** A tracker that another organisation sees for a time, of this installation or of another one. */
export const TrackerLoan = defineTable({
  name: 'tracker_loan',
  columns: {
    id: Id,
    /** Who lends it. */
    organisation_id: Id,
    tracker_id: Id,
    /** Who has accepted it; null until then. */
    borrower_id: Nullable(Id),
    /** SHA-256 of the code of the offer, in hexadecimal. */
    code_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** Whether it is for an organisation of another installation, which asks for positions with a key. */
    elsewhere: Type.Boolean(),
    /** SHA-256 of that key, in hexadecimal. */
    key_sha256: Nullable(Type.String({ minLength: 64, maxLength: 64 })),
    /** How the organisation there calls itself, and its installation: neither is verified. */
    borrower_called: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
    borrower_address: Nullable(Type.String({ minLength: 1, maxLength: 300 })),
    /** Its last request, about to the minute. */
    contact_at: Nullable(Timestamp),
    /** What both read of it, such as a job. */
    note: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
    begins_at: Timestamp,
    ends_at: Timestamp,
    /** Whether nothing is shown outside of the boundary: nothing at all once that is deleted. */
    within_area: Type.Boolean(),
    boundary_id: Nullable(Id),
    state: enumOf(states),
    created_by_user_id: Nullable(Id),
    answered_by_user_id: Nullable(Id),
    answered_at: Nullable(Timestamp),
    /** Who has ended it before its time. */
    ended_by: Nullable(enumOf(sides)),
    ended_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'tracker_id', 'code_sha256', 'begins_at', 'ends_at'],
  stays: 'between this installation and an organisation that knows its address',
})
