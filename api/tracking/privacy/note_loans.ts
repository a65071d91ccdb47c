import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { Noted } from './noted.ts'

const noted = new WeakMap<Db, Noted>()

/**
 * Notes that organisations have received where borrowed trackers are or were, for the people whose trackers they are: once
 * for a loan and an hour.
 */
export async function noteLoans(db: Db, loan_ids: Iterable<number>): Promise<void> {
  const of = noted.get(db) ?? new Noted()
  noted.set(db, of)
  const ids = of.fresh('loan', loan_ids, Date.now())
  if (ids.length === 0) return
  await sql`insert into tracker_view (organisation_id, tracker_id, loan_id, viewed_at)
    select l.organisation_id, l.tracker_id, l.id, date_trunc('hour', now(), 'UTC')
    from tracker_loan l join tracker t on t.organisation_id = l.organisation_id and t.id = l.tracker_id
    where l.id = any(${bigints(ids)}::bigint[]) and (t.owner_user_id is not null or exists (
      select from driver_shift s join driver d on d.organisation_id = s.organisation_id and d.id = s.driver_id
      where s.organisation_id = t.organisation_id and s.tracker_id = t.id and s.began_at <= now()
        and coalesce(s.ended_at, now()) > now() - interval '1 day' and d.user_id is not null))
    order by l.id on conflict do nothing`.execute(db)
}
