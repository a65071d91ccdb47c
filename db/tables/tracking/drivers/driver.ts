import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A person who drives trackers of an organisation, with an account or without. */
export const Driver = defineTable({
  name: 'driver',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The account of the person, who sees this row then. */
    user_id: Nullable(Id),
    /** The group of trackers that they belong to: Staff who are limited to others do not see them. */
    group_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    phone: Type.String({ maxLength: 40 }),
    licence_number: Type.String({ maxLength: 40 }),
    licence_expires_on: Nullable(DateOnly),
    /** Of which day of expiry, and how many days before it, people were reminded last. */
    licence_reminder: Nullable(Type.String()),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name'],
  names: ['name'],
})
