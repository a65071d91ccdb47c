import { sql } from 'kysely'
import { Type } from 'typebox'
import { Signature as Drawn, Id, Json, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** A person's signature, drawn or typed. Never changed: what was signed has its own copy. */
export const Signature = defineTable({
  name: 'signature',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Id,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** At most 200 kB as JSON; null where it was typed. */
    strokes: Nullable(Json(Drawn.properties.strokes)),
    png: Nullable(Drawn.properties.png),
    typed: Nullable(Type.String({ minLength: 1, maxLength: 100 })),
    /** One of a person's signatures at most. */
    is_default: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'user_id', 'name'],
  moves: {
    values: {
      is_default: sql`s.is_default and not exists (select from moving_user m join signature g on g.user_id = m.new_id
        where m.id = s.user_id and g.is_default)`,
    },
  },
})
