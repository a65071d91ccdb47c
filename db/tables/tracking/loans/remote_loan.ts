import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { purposes } from '../../purposes.ts'

const states = ['offered', 'accepted', 'ended'] as const
const sides = ['lender', 'borrower'] as const
const enumOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.String({ enum: [...values] }))
const number = Nullable(Type.Number())

/** A tracker that another installation lends to an organisation of this one. What was agreed is a copy. */
export const RemoteLoan = defineTable({
  name: 'remote_loan',
  columns: {
    id: Id,
    /** Who borrows it. */
    organisation_id: Id,
    /** Of the installation that lends it. */
    address: Type.String({ minLength: 1, maxLength: 300 }),
    /** SHA-256 of the code of the offer, in hexadecimal. */
    code_sha256: Type.String({ minLength: 64, maxLength: 64 }),
    /** What this installation shows to the other one, sealed; null once the loan has ended on both sides. */
    key_sealed: Nullable(Type.String()),
    lender_name: Type.String({ minLength: 1, maxLength: 200 }),
    tracker_name: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
    note: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
    begins_at: Timestamp,
    ends_at: Timestamp,
    within_area: Type.Boolean(),
    /** `offered` while it is not known whether the lender has received the answer. */
    state: enumOf(states),
    answered_by_user_id: Nullable(Id),
    answered_at: Nullable(Timestamp),
    ended_by: Nullable(enumOf(sides)),
    ended_at: Nullable(Timestamp),
    /** Whether the lender has yet to hear that it has ended. */
    end_due: Type.Boolean(),
    /** Of the last answer: the lender answers once there is another. */
    version: Nullable(Type.String()),
    fix_at: Nullable(Timestamp),
    lon: number,
    lat: number,
    speed: number,
    heading: number,
    contact_at: Nullable(Timestamp),
    /** By how much the clock of the lender is ahead of this server's: 0 while they agree. */
    clock_offset_s: Type.Number(),
    failing_since: Nullable(Timestamp),
    failures: Type.Integer({ minimum: 0 }),
    last_error: Nullable(Type.String()),
    retry_at: Nullable(Timestamp),
    /** The process that asks for its position has it until then. */
    leased_until: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['lender_name', 'tracker_name'],
  required: ['organisation_id', 'address', 'code_sha256', 'lender_name', 'begins_at', 'ends_at'],
  stays: 'the lender knows the installation that has its key',
  sealed: { key_sealed: purposes.remote_loan },
})
