import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * Nothing that a person enters is back-dated beyond the data lock of the organisation. A day is locked with its noon, so
 * that a lock of 23:59 holds for that day and one of midnight for the day before; today is never locked.
 *
 * @param date a day, or a time; undefined is now
 * @throws {AppError} archived, that names the field
 */
export async function checkUnlocked(db: Db, { organisation_id, date, field }: Dated): Promise<void> {
  if (date === undefined) return
  const open = await readOpenFrom(db, organisation_id)
  if (open === null) return
  const is_locked = date.length === DAY_LENGTH ? date < open.day : Date.parse(date) < Date.parse(open.at)
  if (!is_locked) return
  throw new AppError('archived', `${field}: the books before ${open.day} are locked: please give a later day.`, field)
}

/** Same, of what a provider has done on a locked day, which is never refused: it counts on the first that is open. */
export async function unlockedAt(db: Db, organisation_id: number, at: string): Promise<string> {
  const open = await readOpenFrom(db, organisation_id)
  return open !== null && Date.parse(at) < Date.parse(open.at) ? open.at : at
}

/** Whether a time is before what is open. */
export async function isLockedAt(db: Db, organisation_id: number, at: string): Promise<boolean> {
  return (await unlockedAt(db, organisation_id, at)) !== at
}

/** The first day that is open, and when it begins; null without a lock. */
async function readOpenFrom(db: Db, organisation_id: number): Promise<{ day: string; at: string } | null> {
  const { rows } = await sql<{ day: string; at: string }>`
    with open as (
      select o.timezone, least((now() at time zone o.timezone)::date,
        (max(l.locked_until) at time zone o.timezone + interval '12 hours')::date) as day
      from data_lock l join organisation o on o.id = l.organisation_id
      where l.organisation_id = ${organisation_id} group by o.timezone)
    select day::text as day, to_char(day::timestamp at time zone timezone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from open`.execute(db)
  return rows[0] ?? null
}

const DAY_LENGTH = '2026-12-31'.length
/** `field`: where the date is in the request. */
type Dated = { organisation_id: number; date: string | undefined; field: string }
