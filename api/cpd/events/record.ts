import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Trx } from '#db/database.ts'
import type { CpdEvent } from '#db/tables/cpd/events/cpd_event.ts'
import type { AttendedBy } from '#db/tables/cpd/values.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { AppError } from '../../http/errors.ts'
import { activeCategories, countCredits } from '../activities/credits.ts'
import { earlierOf } from '../engine/days.ts'
import { checkNotFrozen } from '../freezing.ts'

/**
 * Records that a person was at an event, with an activity of its hours, once.
 *
 * @returns whether it is new, and the ids of both rows
 * @throws {AppError} archived in a closed cycle, not_possible before the event and for who has refused it
 */
export async function recordAttendance(trx: Trx, event: Event, { user_id, how, recorded_by, on }: Attending) {
  const { id, organisation_id } = event
  const of = { organisation_id, user_id }
  const found = await trx
    .insertInto('cpd_attendance')
    .values({ ...of, cpd_event_id: id, how, recorded_by })
    .onConflict((on) => on.columns(['cpd_event_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const stored = await trx
    .selectFrom('cpd_attendance')
    .selectAll()
    .where('cpd_event_id', '=', id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!found && stored.devactivity_id !== null) {
    return { is_new: false, cpdattendance_id: stored.id, devactivity_id: stored.devactivity_id }
  }
  if (stored.state === 'refused' && how !== 'link') {
    throw new AppError('not_possible', 'The person has refused the attendance. They may open the link again.')
  }
  const devactivity_id = await insertActivity(trx, event, of, on)
  const recorded = { devactivity_id, how, recorded_by, state: 'recorded' as const, modified_at: sql<string>`now()` }
  await trx.updateTable('cpd_attendance').set(recorded).where('id', '=', stored.id).execute()
  return { is_new: true, cpdattendance_id: stored.id, devactivity_id }
}

async function insertActivity(trx: Trx, event: Event, of: Of, on?: string) {
  const { began_on, completed_on, organisation } = await daysOf(trx, event, on)
  await checkNotFrozen(trx, { ...of, dates: [completed_on] })
  const { name: target, hours, flags, tags } = event
  const credits = countCredits(await activeCategories(trx, of.organisation_id), hours, event.credits)
  const { id } = await trx
    .insertInto('devactivity')
    .values({
      ...of,
      target,
      hours,
      flags,
      tags,
      began_on: began_on === completed_on ? null : began_on,
      completed_on,
      provider: (event.provider || organisation).slice(0, 200),
      state: 'recorded',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (credits.length > 0) {
    const parts = credits.map((one) => ({ devactivity_id: id, ...one }))
    await trx.insertInto('devactivity_credit').values(parts).execute()
  }
  const { user_id, organisation_id } = of
  await checkQuota(trx, 'cpd_records_of_person', { id: user_id, organisation_id, subject: 'This person has' })
  return id
}

/** The days in the organisation; the last one is today's while the event continues. A course is completed on its day. */
async function daysOf(trx: Trx, { id }: Event, on: string | null = null) {
  const { rows } = await sql<Days>`
    select (coalesce(${on}::timestamptz, e.starts_at) at time zone o.timezone)::date::text as began_on,
      o.name as organisation,
      (coalesce(${on}::timestamptz, least(e.ends_at, now())) at time zone o.timezone)::date::text as completed_on
    from cpd_event e join organisation o on o.id = e.organisation_id where e.id = ${id}`.execute(trx)
  const days = rows[0]!
  // A link may open some minutes before midnight.
  return { ...days, began_on: earlierOf(days.began_on, days.completed_on) }
}

type Days = { began_on: string; completed_on: string; organisation: string }
/** A row as it is stored. */
export type Event = Pick<
  Static<typeof CpdEvent.row>,
  'id' | 'organisation_id' | 'name' | 'hours' | 'credits' | 'flags' | 'tags' | 'provider'
>
type Of = { organisation_id: number; user_id: number }
type Attending = {
  user_id: number
  how: Static<typeof AttendedBy>
  recorded_by: number | null
  /** When a course was completed. */
  on?: string
}
