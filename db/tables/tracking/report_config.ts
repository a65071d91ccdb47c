import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

export const reports = ['trackerevents', 'alerts', 'trackers', 'boundaries'] as const

/** Filters, search and order of the list, as its address has them. */
const ReportQuery = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
  Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 20, additionalProperties: false },
)

/** A saved report: the list and its filters. */
export const ReportConfig = defineTable({
  name: 'report_config',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Null: the whole organisation's. */
    owner_user_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    report: Type.Unsafe<(typeof reports)[number]>(Type.Union(reports.map((report) => Type.Literal(report)))),
    query: ReportQuery,
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  defaults: ['id', 'query', 'created_at', 'modified_at'],
  conflicts: { report_config_name: ['name_conflict', 'name'] },
})
