import { DateTime } from 'luxon'
import type { Db } from '#db/database.ts'
import { ofMember } from '../../crud/access.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { Report } from './report.ts'
import {
  type Filter,
  type Filters,
  filterColumns,
  type Period,
  type ReportQuery,
  type ReportRequest,
} from './request.ts'

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

type PeriodQuery = Pick<ReportQuery, 'period' | 'from' | 'until'> & { timezone: string; now: Date }
type Days = { from: DateTime; until: DateTime }
