import { sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id, Json, Nullable, OpenJson, Sized, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { ProRata, Unit, type units } from './values.ts'

/** A version of what an authority requires. A published one never changes. `rounding` is hundredths. */
export const CpdStandard = defineTable({
  name: 'cpd_standard',
  columns: {
    id: Id,
    /** Null: built in. */
    organisation_id: Nullable(Id),
    code: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$', description: 'letters, digits, _ . -' }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    authority: Type.String({ maxLength: 200 }),
    source_url: Nullable(Type.String({ pattern: '^https?://', maxLength: 2000, description: 'an address' })),
    checked_on: Nullable(DateOnly),
    version: Type.String({ minLength: 1, maxLength: 40 }),
    unit: Unit,
    /** The day on which years begin, or `personal`: the anniversary of their registration. */
    year_starts: Type.String({
      pattern: '^(personal|(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))$',
      description: 'MM-DD, or personal',
    }),
    cycle_months: Type.Integer({ minimum: 1, maximum: 120 }),
    pro_rata: ProRata,
    rounding: Type.Integer(),
    keep_years: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    /** Categories that the rules name, for organisations that adopt the standard. */
    categories: Sized(65_536, Json(Type.Array(Type.Unsafe<StandardCategory>(Type.Object({})), { maxItems: 500 }))),
    options: OpenJson(),
    published_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name', 'code'],
  required: ['code', 'name'],
  moves: {
    rows: (id) => sql`(t.organisation_id = ${id} or t.id in (${standardsOf(id)}))`,
    // A built-in standard of an earlier release is the organisation's own there.
    values: { organisation_id: sql`(select id from moving_organisation)` },
    built_in_by: ['code', 'version'],
  },
  conflicts: { cpd_standard_version: ['conflict', 'version'] },
})

export type StandardCategory = {
  code: string
  name: string
  unit: (typeof units)[number]
  parent_code?: string | null
  [column: string]: unknown
}

/** The standards of an organisation's cycles. */
export const standardsOf = (organisation_id: number) =>
  sql`select cpd_standard_id from devcycle where organisation_id = ${organisation_id}`
