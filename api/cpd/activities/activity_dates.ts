import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { todayOf } from '../access.ts'
import { isCountedNowhere } from '../counted.ts'
import { notCounted, withoutCategory } from '../engine/amounts.ts'

/** Earlier days are typing errors. */
const EARLIEST = '1950-01-01'

/**
 * @param field the name of the date in the error
 * @throws {AppError} bad_request for a day in the future of the organisation, or long ago
 */
export async function checkDay(db: Db, organisation_id: number, day: string | null | undefined, field: string) {
  if (day) checkDayOn(await todayOf(db, organisation_id), day, field)
}

/** Same, by the day that it is in the organisation. */
export function checkDayOn(today: string, day: string | null | undefined, field: string): void {
  if (!day) return
  if (day < EARLIEST) throw wrong(field, `must not be before ${EARLIEST}.`)
  if (day > today) throw wrong(field, 'must not be in the future.')
}

/** @throws {AppError} bad_request for days in the wrong order, in the future, or none where the activity counts */
export async function checkDates(db: Db, activity: Dated & { organisation_id: number }): Promise<void> {
  checkDatesOn(await todayOf(db, activity.organisation_id), activity)
}

/** Same, by the day that it is in the organisation. */
export function checkDatesOn(today: string, { began_on, completed_on, state }: Dated): void {
  checkDayOn(today, completed_on, 'completed_on')
  checkDayOn(today, began_on, 'began_on')
  if (state !== 'draft' && !completed_on) throw wrong('completed_on', 'is missing; without it this is a draft.')
  if (began_on && completed_on && began_on > completed_on) throw wrong('began_on', 'must not be after completed_on.')
}

/** @returns a sentence where more hours than the days have are recorded; null if not */
export async function warningsOf(db: Db, _viewer: Viewer, id: number): Promise<string | null> {
  return (await hoursWarning(db, id)) ?? (await categoryWarning(db, id)) ?? notCountedWarning(db, id)
}

/** Hours in no category count nowhere, where the organisation has categories. */
async function categoryWarning(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ hours: number }>`select a.hours from devactivity a
    where a.id = ${id} and a.hours > 0 and a.state <> 'draft'
      and not exists (select from devactivity_credit k where k.devactivity_id = a.id)
      and exists (select from devcategory c where c.organisation_id = a.organisation_id and c.active)`.execute(db)
  return rows[0] ? withoutCategory(rows[0].hours) : null
}

/** Hours in a category of another standard count nowhere. */
async function notCountedWarning(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ category: string; hours: number }>`select coalesce(c.name, k.code) as category, k.hours
    from devactivity join devactivity_credit k on k.devactivity_id = devactivity.id
      left join devcategory c on c.id = k.devcategory_id
    where devactivity.id = ${id} and devactivity.state <> 'draft' and k.hours > 0 and ${isCountedNowhere}
    order by category`.execute(db)
  if (rows.length === 0) return null
  return notCounted(
    rows.reduce((sum, { hours }) => sum + hours, 0),
    rows.map(({ category }) => category),
  )
}

async function hoursWarning(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ completed_on: string; hours: number; days: number; sum: number }>`
    select a.completed_on, a.hours, a.completed_on - coalesce(a.began_on, a.completed_on) + 1 as days,
      (select sum(o.hours)::int from devactivity o where o.user_id = a.user_id and o.completed_on = a.completed_on
        and coalesce(o.began_on, o.completed_on) = o.completed_on) as sum
    from devactivity a where a.id = ${id} and a.completed_on is not null`.execute(db)
  const day = rows[0]
  if (!day) return null
  if (day.hours > 2400 * day.days) return `These are ${day.hours / 100} hours in ${daysText(day.days)}: please check.`
  if (day.days === 1 && day.sum > 2400) {
    return `There are ${day.sum / 100} hours on ${day.completed_on} now: please check.`
  }
  return null
}

const daysText = (days: number) => (days === 1 ? 'a day' : `${days} days`)

type Dated = { began_on?: string | null; completed_on?: string | null; state?: string }
