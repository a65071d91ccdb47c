import { type Kysely, sql } from 'kysely'
import { hasArrived, isVisitOf, LATE_AFTER_S, raiseLate } from '#db/alerts/late.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'

/** Raises alerts of trackers that were expected at a boundary by a time and have not come, and ends them. */
export const makeLate = (db: Kysely<Database>, notify: () => void): PeriodicTask => ({
  name: 'late trackers',
  interval_ms: 15_000,
  run: async () => {
    if (await judgeLate(db)) notify()
  },
})

/**
 * Takes the requests whose time has come and decides each in the same transaction, so that a request is answered once
 * whatever is killed, and by one process. Who has come until now is not late, and who was seen to be late before
 * (`api/tracking/arrivals/foresee.ts`) is no news.
 *
 * @returns whether an alert was raised or has ended
 */
export async function judgeLate(db: Kysely<Database>): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const ended = await endArrived(trx)
    const { rows: due } = await sql<Due>`/* late_due */
      select w.id, w.organisation_id, w.tracker_id, w.boundary_id, w.user_id, w.once, w.expected_at,
        w.foreseen_for is not distinct from w.expected_at as foreseen,
        ${hasArrived('w', sql`w.expected_at`, sql`w.created_at`)} as arrived
      from alert_watch w join tracker t on t.organisation_id = w.organisation_id and t.id = w.tracker_id
      where w.kind = 'late' and w.expected_at <= now() - ${GRACE} and ${isServed(sql`w.organisation_id`)}
      order by w.expected_at, w.id limit ${BATCH} for update of w skip locked`.execute(trx)
    if (due.length === 0) return ended
    const late = due.filter(({ arrived, foreseen }) => !arrived && !foreseen)
    if (late.length > 0)
      await raiseLate(
        trx,
        late.map((each) => ({ ...each, started_at: each.expected_at, arrives_at: null })),
      )
    const over = due.filter(({ once }) => once).map(({ id }) => id)
    if (over.length > 0) await trx.deleteFrom('alert_watch').where('id', 'in', over).execute()
    const again = due.filter(({ once }) => !once).map(({ id }) => id)
    if (again.length > 0) await moveOn(trx, again)
    return ended || late.length > 0
  })
}

/** It ends when the tracker comes; one that never comes is no longer waited for after a day. */
async function endArrived(trx: Kysely<Database>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`/* end_late */
    update alert a set ended_at = coalesce((
        select min(s.began_at) from segment s where ${isVisitOf('a')} and s.began_at > a.started_at), now())
    where a.kind = 'late' and a.ended_at is null and ${isServed(sql`a.organisation_id`)}
      and (a.started_at < now() - interval '1 day'
        or exists (select from segment s where ${isVisitOf('a')} and s.began_at > a.started_at))`.execute(trx)
  return numAffectedRows > 0n
}

/** To the next of its days, at the same time by the clock of who has asked. */
async function moveOn(trx: Kysely<Database>, ids: number[]): Promise<void> {
  await sql`/* next_late */
    update alert_watch w set expected_at = (
      select min(moment) from generate_series(1, 8) d cross join lateral (
        select ((now() at time zone w.timezone)::date + d - 1
          + (w.expected_at at time zone w.timezone)::time) at time zone w.timezone as moment) m
      where moment > now() and extract(isodow from moment at time zone w.timezone) = any(w.weekdays))
    where w.id = any(${ids}::bigint[])`.execute(trx)
}

const GRACE = sql`make_interval(secs => ${sql.lit(LATE_AFTER_S)})`
const BATCH = 500

type Due = {
  id: number
  organisation_id: number
  tracker_id: number
  boundary_id: number
  user_id: number
  once: boolean
  expected_at: string
  arrived: boolean
  /** Whether who has asked knows already that it will be late. */
  foreseen: boolean
}
