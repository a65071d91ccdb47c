import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { type MembershipRole, membershipRoles } from '../people/membership.ts'

/** Whom a cycle is for: all members, or those who have all that is named. */
export const Audience = Type.Object(
  {
    role: Type.Optional(Type.Unsafe<MembershipRole>(Type.String({ enum: [...membershipRoles] }))),
    /** The type or the name of a qualification. */
    qualification: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    user_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
  },
  { additionalProperties: false },
)

/** A period with its standard, for an audience. Dates are in the timezone of the organisation. */
export const Devcycle = defineTable({
  name: 'devcycle',
  columns: {
    id: Id,
    organisation_id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    start: DateOnly,
    end: DateOnly,
    years_valid: Type.Integer({ minimum: 1, maximum: 20 }),
    cpd_standard_id: Nullable(Id),
    audience: Audience,
    /** When it was closed: since then nothing dated in it changes. */
    expired_at: Nullable(Timestamp),
    /** It is closed, and the results of its people are being kept. */
    closing: Type.Boolean(),
    /** It is about to be opened again: what was kept is being removed. */
    opening: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name', 'start', 'end'],
})
