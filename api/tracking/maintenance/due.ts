import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { counterOf } from '#db/maintenance/counters.ts'
import { type Maintained, readMaintenance } from '#db/maintenance/read.ts'
import { maintenanceStates } from '#db/maintenance/state.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { MaintenancePlan } from '#db/tables/tracking/maintenance/maintenance_plan.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { toCsv } from '../../crud/csv.ts'
import { icsOf } from '../../crud/sheets/ics.ts'
import { AppError } from '../../http/errors.ts'
import { readsTracker } from '../access/scopes.ts'

const { every_m, every_h, every_days } = MaintenancePlan.columns

const Due = Type.Object({
  maintenance_plan_id: Id,
  plan_name: Type.String(),
  tracker_id: Id,
  tracker_name: Type.String(),
  state: Type.Unsafe<(typeof maintenanceStates)[number]>(Type.String({ enum: [...maintenanceStates] })),
  /** When it is due by the use of the last 60 days; null where nothing says so. */
  due_on: Nullable(DateOnly),
  done_on: Nullable(DateOnly),
  /** The day that its label or certificate says, which then counts instead of `every_days`. */
  next_on: Nullable(DateOnly),
  every_m,
  every_h,
  every_days,
  /** Since it was done. */
  used_m: Type.Number(),
  used_h: Type.Number(),
  used_days: Type.Integer(),
})

/** Each plan with each tracker that it is for, the most urgent first. */
export const listDue = defineAction({
  method: 'GET',
  path: 'maintenance/due',
  tags: ['maintenanceplans'],
  summary: 'List what is due of plans of maintenance, or when it will be, the most urgent first',
  query: Type.Object(
    {
      organisation_id: Id,
      tracker_id: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, description: '1000 by default' })),
      format: Type.Optional(
        Type.Unsafe<'json' | 'csv' | 'ics'>(
          Type.String({ enum: ['json', 'csv', 'ics'], description: 'ics: a calendar (RFC 5545) of the days' }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Array(Due),
  async run({ context: { db }, viewer, query, reply }) {
    const { organisation_id, tracker_id, limit = 1000, format = 'json' } = query
    const one = tracker_id === undefined ? sql`true` : sql`t.id = ${tracker_id}`
    const rows = await readMaintenance(db, organisation_id, sql<boolean>`(${readsTracker(viewer, 't')} and ${one})`)
    const due = rows.sort(byUrgency).slice(0, limit).map(toDue)
    if (format === 'json') return due
    // Who sees nothing of an organisation writes nothing into its audit log.
    const organisations = due.length > 0 ? [organisation_id] : []
    await auditExport(db, viewer, { action: 'maintenance.export', entity: 'maintenanceplan', format, organisations })
    reply.header('content-disposition', `attachment; filename="maintenance.${format}"`)
    if (format === 'ics') return reply.type('text/calendar; charset=utf-8').send(calendarOf(due))
    return reply.type('text/csv; charset=utf-8').send(await toCsv({ row: Due }, each(due)))
  },
})

/** The counters of a tracker, which count from what a person has read. */
export const readCounters = defineAction({
  method: 'GET',
  path: 'maintenance/counters',
  tags: ['maintenancedones'],
  summary: 'Read the odometer and the hours of the engine of a tracker',
  query: Type.Object({ tracker_id: Id }, { additionalProperties: false }),
  answer: Type.Object({
    tracker_id: Id,
    /** Metres; null until a person has entered a reading. */
    odometer_m: Nullable(Type.Number()),
    engine_h: Nullable(Type.Number()),
  }),
  async run({ context: { db }, viewer, query: { tracker_id } }) {
    const of = { organisation_id: sql.ref('t.organisation_id'), tracker_id: sql.ref('t.id') }
    const { rows } = await sql<{ tracker_id: number; odometer_m: number | null; engine_h: number | null }>`
      select t.id as tracker_id, ${counterOf(of, 'm')} as odometer_m, ${counterOf(of, 'h')} as engine_h
      from tracker t where t.id = ${tracker_id} and ${readsTracker(viewer, 't')}`.execute(db)
    if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'tracker_id')
    return rows[0]
  },
})

/** The days on which something is due by its days or by the use of late; what is due already is due today. */
function calendarOf(due: DueRow[]): string {
  const days = due.flatMap(({ maintenance_plan_id, tracker_id, plan_name, tracker_name, due_on }) => {
    if (due_on === null) return []
    const uid = `maintenance-${maintenance_plan_id}-${tracker_id}@ringfence`
    return [{ uid, day: due_on, summary: `${plan_name}: ${tracker_name}` }]
  })
  return icsOf('Maintenance', days, new Date())
}

async function* each(due: DueRow[]) {
  yield* due
}

const byUrgency = (a: Maintained, b: Maintained) =>
  maintenanceStates.indexOf(b.state) - maintenanceStates.indexOf(a.state) ||
  (a.in_days ?? Number.POSITIVE_INFINITY) - (b.in_days ?? Number.POSITIVE_INFINITY) ||
  0

function toDue({ in_days, today, ...row }: Maintained) {
  // Rarely used ones would be due after thousands of years.
  const is_known = in_days !== null && in_days < 36_500
  return { ...row, due_on: is_known ? addDays(today, in_days) : null }
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

type DueRow = Static<typeof Due>
