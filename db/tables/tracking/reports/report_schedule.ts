import { Type } from 'typebox'
import { Id, Nullable, OpenJson, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'
import { Recipients } from '../../people/alert_preferences.ts'

const rhythms = ['daily', 'weekly', 'monthly'] as const
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const formats = ['xlsx', 'pdf', 'csv'] as const
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.String({ enum: [...values] }))

/** A report that is mailed again and again, at a local time of its organisation. */
export const ReportSchedule = defineTable({
  name: 'report_schedule',
  columns: {
    id: Id,
    organisation_id: Id,
    /** The administrator whose rights the report is read with. */
    owner_user_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    report: Type.String({ minLength: 1, maxLength: 40 }),
    /** Counted from when it is due, such as `last_week`. */
    period: Type.String({ minLength: 1, maxLength: 40 }),
    /** What the report is asked besides: trackers, boundary, least duration. */
    filters: OpenJson(8192),
    formats: Type.Array(oneOf(formats), { minItems: 1, maxItems: formats.length, uniqueItems: true }),
    rhythm: oneOf(rhythms),
    /** Of weekly ones; Monday if null. */
    weekday: Nullable(oneOf(weekdays)),
    /** Of monthly ones; 31 is the last day of a shorter month. */
    day_of_month: Nullable(Type.Integer({ minimum: 1, maximum: 31 })),
    /** Local time, as `07:30`. */
    at: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'a time as 07:30' }),
    email_recipients: Recipients,
    /** Whether nothing is sent where nothing happened. */
    skips_empty: Type.Boolean(),
    active: Type.Boolean(),
    next_at: Nullable(Timestamp),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name'],
  required: ['organisation_id', 'name', 'report', 'rhythm', 'at', 'email_recipients'],
})
