import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { type CalendarDay, icsOf } from '../../crud/sheets/ics.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { withCpd } from '../access.ts'
import { type DateKind, datesOf, kinds } from './dates.ts'

const Coming = Type.Object({
  kind: Type.Unsafe<DateKind>(Type.String({ enum: [...kinds] })),
  id: Type.Unsafe<number>({ ...Id, description: 'Of the qualification, the audit, the waiver, or the cycle' }),
  name: Type.String(),
  day: DateOnly,
  summary: Type.String(),
})

/** What comes up for oneself, as a list or as a calendar file. */
export const readCalendar = defineAction({
  method: 'GET',
  path: 'cpd/calendar',
  tags: ['cpd'],
  summary:
    'List the dates that come up for you: ends of cycles and years, days for submitting and appeals, and expiries',
  query: Type.Object(
    {
      organisation_id: Type.Optional(Id),
      format: Type.Optional(Type.Unsafe<'json' | 'ics'>(Type.String({ enum: ['json', 'ics'] }))),
    },
    { additionalProperties: false },
  ),
  answer: Type.Array(Coming),
  async run({ context: { db }, viewer, query: { format = 'json', organisation_id }, reply }) {
    const dates = await readDates(db, viewer, organisation_id)
    if (format === 'json') return dates
    const days = dates.map(
      ({ kind, id, day, summary }): CalendarDay => ({
        uid: `cpd-${kind}-${id}${kind === 'year' ? `-${day}` : ''}@ringfence`,
        day,
        summary,
      }),
    )
    reply.type('text/calendar; charset=utf-8').header('content-disposition', 'attachment; filename="calendar.ics"')
    return reply.send(icsOf('Professional development', days, new Date()))
  },
})

async function readDates(db: Db, viewer: Viewer, organisation_id?: number): Promise<Static<typeof Coming>[]> {
  const able = withCpd(viewer).memberships.map((m) => m.organisation_id)
  const ids = organisation_id === undefined ? able : able.filter((id) => id === organisation_id)
  const { rows } = await sql<{ kind: DateKind; id: number; name: string; day: string }>`
    with ${datesOf(sql`now()`, viewer.user_id)}
    select d.kind, d.id, d.name, d.day from dates d
    where d.user_id = ${viewer.user_id} and d.organisation_id = any(${`{${ids.join(',')}}`}::bigint[])
    order by d.day, d.kind, d.id limit 500`.execute(db)
  return rows.map((row) => ({ ...row, summary: summaryOf(row) }))
}

function summaryOf({ kind, name }: { kind: DateKind; name: string }): string {
  switch (kind) {
    case 'qualification':
      return `${name} expires`
    case 'cycle':
      return `${name} ends`
    case 'year':
      return `A year of ${name} ends`
    case 'submit':
      return `Last day for submitting ${name}`
    case 'audit':
      return `Submit your records for the audit of ${name}`
    case 'appeal':
      return `Last day to appeal against the decision on the audit of ${name}`
    case 'waiver_appeal':
      return `Last day to appeal against the decision on a waiver for ${name}`
  }
}
