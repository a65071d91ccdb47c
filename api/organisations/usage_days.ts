import { type SqlBool, sql } from 'kysely'
import { DateTime } from 'luxon'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { countSpans } from '#db/history/days.ts'
import { historyOf } from '#db/history/of.ts'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../crud/action.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkTimezone } from '../crud/checks.ts'
import { COUNTED, countRows } from '../crud/pages/totals.ts'
import { AppError } from '../http/errors.ts'

const MOST_DAYS = 31

const UsageOfDay = Type.Object({
  day: Type.String({ format: 'date' }),
  events: Type.Integer(),
  events_are_estimated: Type.Boolean({ description: 'Whether `events` is the planner’s estimate, not a count' }),
  alerts: Type.Integer({ description: 'Breaches of boundaries and alarms that began on this day' }),
})
const Query = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: '14, if not given' })),
    timezone: Type.Optional(
      Type.String({ maxLength: 64, description: 'of the days; the organisation’s, if not given' }),
    ),
  },
  { additionalProperties: false },
)

/** Events and alerts of an organisation's last days, for its administrators. */
export const countUsageDays = defineAction({
  method: 'GET',
  path: 'usage/days',
  tags: ['organisations'],
  summary: 'Count the events and alerts of an organisation’s last days, oldest first',
  query: Query,
  answer: Type.Array(UsageOfDay),
  status: 200,
  async run({ context: { db, reads }, viewer, query: { organisation_id, days = 14, timezone } }) {
    const id = administeredFor(viewer, organisation_id)
    checkTimezone(timezone)
    const own = await timezoneOf(db, id)
    return usageOfDays(reads, id, lastDays(days, timezone ?? own))
  },
})

/** The last days up to today, oldest first. A day may have 23 or 25 hours. */
export function lastDays(count: number, timezone: string, now: DateTime = DateTime.now()): Day[] {
  const today = now.setZone(timezone).startOf('day')
  return Array.from({ length: count }, (_, i) => {
    const from = today.minus({ days: count - 1 - i })
    return {
      day: from.toISODate()!,
      from: from.toUTC().toISO()!,
      to: from.plus({ days: 1 }).startOf('day').toUTC().toISO()!,
    }
  })
}

/** One statement for all days; those with more events than are counted are estimated one by one. */
async function usageOfDays(db: Db, organisation_id: number, days: Day[]): Promise<Static<typeof UsageOfDay>[]> {
  const { rows } = await sql<{ day: string; events: number; alerts: number }>`
    select d.day,
      (select count(*)::int from (select from tracker_event e where e.organisation_id = ${organisation_id}
        and e.fix_at >= d.since and e.fix_at < d.until limit ${sql.lit(COUNTED + 1)}) counted) as events,
      (select count(*)::int from alert a where a.organisation_id = ${organisation_id}
        and a.kind <> 'offline' and a.started_at >= d.since and a.started_at < d.until) as alerts
    from unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ to }) => to)}::timestamptz[]) as d(day, since, until)
    order by d.day`.execute(db)
  const history = historyOf(db)
  const archived = history ? await countSpans(db, history, organisation_id, days, COUNTED) : []
  return Promise.all(
    rows.map(async (row, i) => {
      const closed = archived[i] ?? { events: 0, estimated: false }
      if (row.events <= COUNTED) {
        return { ...row, events: row.events + closed.events, events_are_estimated: closed.estimated }
      }
      const { from, to } = days[i]!
      const where = sql<SqlBool>`organisation_id = ${organisation_id} and fix_at >= ${from} and fix_at < ${to}`
      const { total } = await countRows(db, { table: 'tracker_event' }, where)
      return { ...row, events: total + closed.events, events_are_estimated: true }
    }),
  )
}

async function timezoneOf(db: Db, organisation_id: number): Promise<string> {
  const organisation = await db
    .selectFrom('organisation')
    .select('timezone')
    .where('id', '=', organisation_id)
    .executeTakeFirst()
  if (!organisation) throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
  return organisation.timezone
}

type Day = { day: string; from: string; to: string }
