import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

const Line = Nullable(Type.String({ maxLength: 200 }))

/** The tenant. Everything but a user belongs to exactly one. */
export const Organisation = defineTable({
  name: 'organisation',
  columns: {
    id: Id,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    short_name: Nullable(Type.String({ maxLength: 50 })),
    /** The contact person. */
    contact: Line,
    address1: Line,
    address2: Line,
    address3: Line,
    gst_number: Nullable(Type.String({ maxLength: 50 })),
    /** ISO 4217. */
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'a currency in three capital letters, such as NZD' }),
    phone: Nullable(Type.String({ maxLength: 50 })),
    email: Nullable(Type.String({ format: 'email', maxLength: 254 })),
    timezone: Type.String({ maxLength: 64 }),
    locale: Type.String({ maxLength: 16 }),
    /** When a platform administrator lifted the limits of a new organisation. */
    trusted_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['name'],
  moves: { owner: 'id', untrusted: { trusted_at: sql`null::timestamptz` } },
  conflicts: { organisation_name: ['name_conflict', 'name'] },
  purge: { keeps: { name: 'how an organisation with other members is called; `renameOrganisations` has the rest' } },
})
