import { DateTime } from 'luxon'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import type { Units } from '#db/tables/people/user_config.ts'
import { ofMember } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { Report } from './report.ts'

export const periods = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_7_days',
  'last_30_days',
] as const
export type Period = (typeof periods)[number]

/** What may be asked of some reports. */
export const filterColumns = {
  boundary_id: Type.Optional(Id),
  at_least_s: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 31 * 86_400, description: 'Only what lasted as long, in seconds' }),
  ),
  after: Type.Optional(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description: 'a time as 08:00: only what began later on its day',
    }),
  ),
  first_of_day: Type.Optional(Type.Boolean({ description: 'Only the first of a day, for each tracker and boundary' })),
}
export type Filter = keyof typeof filterColumns

/** Trackers of a report that are named one by one, at most. */
const MAX_TRACKERS = 500

/** What a report is asked for; in an address, and kept in a schedule. */
export const filterShape = {
  ...filterColumns,
  tracker_id: Type.Optional(
    Type.Array(Id, { maxItems: MAX_TRACKERS, description: 'Several are given several times; all without it' }),
  ),
}
export const periodShape = {
  period: Type.Optional(
    Type.Unsafe<Period>(Type.String({ enum: [...periods], description: 'Instead of `from` and `until`' })),
  ),
  from: Type.Optional(Type.String({ ...DateOnly, description: 'The first day' })),
  until: Type.Optional(Type.String({ ...DateOnly, description: 'The last day, included' })),
}

/**
 * @param given.now the moment from which words like `last_week` are counted; now by default
 * @throws {AppError} bad_request for a period that is invalid or too long, or a filter that the report does not have;
 *   not_found for an organisation that the viewer does not see
 */
export async function askedOf(db: Db, viewer: Viewer, report: Report, given: ReportQuery): Promise<ReportRequest> {
  const { organisation_id, period, from, until, now = new Date(), ...filters } = given
  const row = await db
    .selectFrom('organisation')
    .leftJoin('organisation_config', 'organisation_config.organisation_id', 'organisation.id')
    .select(['organisation.name', 'organisation.timezone', 'organisation_config.units'])
    .where('organisation.id', '=', organisation_id)
    .where(ofMember(viewer, 'organisation.id'))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
  checkFilters(report, filters)
  const days = daysOf({ period, from, until, timezone: row.timezone, now })
  const count = days.until.diff(days.from, 'days').days + 1
  const { most_days = 366 } = report
  if (count > most_days) throw wrong('from', `the period has ${count} days; this report takes ${most_days} at most.`)
  return {
    ...filters,
    viewer,
    organisation_id,
    organisation_name: row.name,
    timezone: row.timezone,
    units: row.units ?? 'metric',
    from: days.from.toISODate()!,
    until: days.until.toISODate()!,
    begins_at: days.from.toUTC().toISO()!,
    ends_at: days.until.plus({ days: 1 }).toUTC().toISO()!,
  }
}

/** @throws {AppError} bad_request for a filter that the report does not have */
export function checkFilters(report: Report, filters: object): void {
  for (const name of Object.keys(filterColumns) as Filter[]) {
    if ((filters as Filters)[name] !== undefined && !report.filters?.includes(name)) {
      throw wrong(name, `is not asked of the report ${report.name}.`)
    }
  }
}

/** The first and the last day, as their first moments in the time zone. */
function daysOf({ period = 'last_7_days', from, until, timezone, now }: PeriodQuery): Days {
  const today = DateTime.fromJSDate(now, { zone: timezone }).startOf('day')
  if (from === undefined && until === undefined) return wordOf(period, today)
  if (from === undefined) throw wrong('from', 'is missing beside until.')
  const first = DateTime.fromISO(from, { zone: timezone })
  const last = until === undefined ? today : DateTime.fromISO(until, { zone: timezone })
  if (!first.isValid) throw wrong('from', 'is not a day.')
  if (!last.isValid) throw wrong('until', 'is not a day.')
  if (last < first) throw wrong('until', `${until ?? 'today'} is before from.`)
  return { from: first, until: last }
}

function wordOf(period: Period, today: DateTime): Days {
  const ago = (days: number) => today.minus({ days })
  const week = today.startOf('week')
  const month = today.startOf('month')
  return {
    today: { from: today, until: today },
    yesterday: { from: ago(1), until: ago(1) },
    this_week: { from: week, until: today },
    last_week: { from: week.minus({ weeks: 1 }), until: week.minus({ days: 1 }) },
    this_month: { from: month, until: today },
    last_month: { from: month.minus({ months: 1 }), until: month.minus({ days: 1 }) },
    last_7_days: { from: ago(6), until: today },
    last_30_days: { from: ago(29), until: today },
  }[period]
}

const FilterShape = Type.Object(filterShape)
const PeriodShape = Type.Object(periodShape)
export type Filters = Static<typeof FilterShape>
export type ReportQuery = Filters & Static<typeof PeriodShape> & { organisation_id: number; now?: Date }
export type ReportRequest = Filters & {
  viewer: Viewer
  organisation_id: number
  organisation_name: string
  timezone: string
  units: Static<typeof Units>
  /** The first and the last day. */
  from: string
  until: string
  /** The first moment of the first day, and the first after the last. */
  begins_at: string
  ends_at: string
}
type PeriodQuery = Pick<ReportQuery, 'period' | 'from' | 'until'> & { timezone: string; now: Date }
type Days = { from: DateTime; until: DateTime }
