import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { type MembershipRole, membershipRoles } from '../people/membership.ts'

const repetitions = ['never', 'daily', 'weekly', 'monthly', 'yearly'] as const

/** A scheduled message to an organisation's members, once or recurring. */
export const ReminderMessage = defineTable({
  name: 'reminder_message',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Null: all members. */
    role_name: Nullable(Type.Unsafe<MembershipRole>(Type.String({ enum: [...membershipRoles] }))),
    subject: Type.String({ minLength: 1, maxLength: 500 }),
    text: Type.String({ minLength: 1, maxLength: 50_000 }),
    next_at: Timestamp,
    repeats: Type.Unsafe<(typeof repetitions)[number]>(Type.Union(repetitions.map((word) => Type.Literal(word)))),
    active: Type.Boolean(),
    last_sent_at: Nullable(Timestamp),
    created_by_user_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'role_name', 'repeats', 'active', 'last_sent_at', 'created_at', 'modified_at'],
})
