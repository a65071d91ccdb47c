import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { AttendedBy } from '#db/tables/cpd/values.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { AppError } from '../../http/errors.ts'

/** That an activity was recorded by the college, since its person was at an event. */
export const Attended = Nullable(
  Type.Object({
    cpdattendance_id: Id,
    cpdevent_id: Id,
    event: Type.String(),
    how: AttendedBy,
    recorded_at: Timestamp,
    recorded_by: Nullable(Type.String({ description: 'Who has the list; null for a link' })),
  }),
)

/** The same of the activity of a row, as JSON. */
export const attendedOf = sql`(select json_build_object('cpdattendance_id', at.id, 'cpdevent_id', ev.id, 'event', ev.name,
    'how', at.how, 'recorded_at', at.created_at, 'recorded_by', (select ${displayNameOf('ru')} from user_account ru
      where ru.id = at.recorded_by and at.how = 'list'))
  from cpd_attendance at join cpd_event ev on ev.id = at.cpd_event_id where at.devactivity_id = devactivity.id)`

/** What the college has recorded: the person adds their reflection and evidence, and changes nothing of it. */
const fixed = [
  ...(['target', 'hours', 'time_requirement', 'time_credit', 'began_on', 'completed_on', 'provider'] as const),
  ...(['flags', 'tags', 'state', 'credits'] as const),
]

/**
 * @param changes columns that are given
 * @throws {AppError} not_possible for a change of what the college has recorded
 */
export async function checkNotAttended(trx: Trx, stored: { id: number } & Values, changes: Values): Promise<void> {
  const changed = fixed.find((name) => {
    const value = changes[name]
    return value !== undefined && (name === 'credits' || JSON.stringify(value) !== JSON.stringify(stored[name]))
  })
  if (changed === undefined || !(await isAttended(trx, stored.id))) return
  throw new AppError(
    'not_possible',
    `${changed}: the college has recorded your attendance, so this does not change. Refuse the attendance if it is wrong.`,
    changed,
  )
}

/** A person who deletes such an activity refuses the attendance. */
export async function refuseAttendance(trx: Trx, devactivity_id: number): Promise<void> {
  await sql`update cpd_attendance set state = 'refused', devactivity_id = null, modified_at = now()
    where devactivity_id = ${devactivity_id}`.execute(trx)
}

async function isAttended(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`select from cpd_attendance where devactivity_id = ${id}`.execute(trx)
  return rows.length > 0
}

type Values = Record<string, unknown>
