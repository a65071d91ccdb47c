import { type Kysely, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'

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
 * whatever is killed, and by one process. Who has come until now is not late.
 *
 * @returns whether an alert was raised or has ended
 */
export async function judgeLate(db: Kysely<Database>): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const ended = await endArrived(trx)
    const { rows: due } = await sql<Due>`/* late_due */
      select w.id, w.organisation_id, w.tracker_id, w.boundary_id, w.user_id, w.once, w.expected_at,
        ${hasArrived('w', sql`w.expected_at`, sql`w.created_at`)} as arrived
      from alert_watch w join tracker t on t.organisation_id = w.organisation_id and t.id = w.tracker_id
      where w.kind = 'late' and w.expected_at <= now() - ${GRACE} and ${isServed(sql`w.organisation_id`)}
      order by w.expected_at, w.id limit ${BATCH} for update of w skip locked`.execute(trx)
    if (due.length === 0) return ended
    const late = due.filter(({ arrived }) => !arrived)
    if (late.length > 0) await raise(trx, late)
    const over = due.filter(({ once }) => once).map(({ id }) => id)
    if (over.length > 0) await trx.deleteFrom('alert_watch').where('id', 'in', over).execute()
    const again = due.filter(({ once }) => !once).map(({ id }) => id)
    if (again.length > 0) await moveOn(trx, again)
    return ended || late.length > 0
  })
}

async function raise(trx: Kysely<Database>, late: Due[]): Promise<void> {
  const columns = { bigint: [...trackerKey, 'boundary_id', 'user_id'], text: ['expected_at'] } as const
  await sql`/* raise_late */
    with late as (select * from ${unnestRows(late, columns, 'u')}), raised as (
      insert into alert (organisation_id, tracker_id, kind, boundary_id, boundary_name, started_at, raised_at)
      select distinct on (l.organisation_id, l.tracker_id, l.boundary_id) l.organisation_id, l.tracker_id, 'late',
        l.boundary_id, b.name, l.expected_at::timestamptz, now()
      from late l join boundary b on b.organisation_id = l.organisation_id and b.id = l.boundary_id
      order by l.organisation_id, l.tracker_id, l.boundary_id, l.expected_at::timestamptz
      on conflict do nothing
      returning organisation_id, id, tracker_id, boundary_id
    ), open as (
      select * from raised
      -- Another person has asked for the same, and it is known already.
      union select a.organisation_id, a.id, a.tracker_id, a.boundary_id from alert a join late l
        on a.organisation_id = l.organisation_id and a.tracker_id = l.tracker_id and a.boundary_id = l.boundary_id
        where a.kind = 'late' and a.ended_at is null
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, user_id, happened_at)
    select l.organisation_id, l.tracker_id, o.id, 'late', l.user_id, l.expected_at::timestamptz
    from late l join open o on o.organisation_id = l.organisation_id and o.tracker_id = l.tracker_id
      and o.boundary_id = l.boundary_id
    order by o.id, l.user_id`.execute(trx)
}

/** It ends when the tracker comes; one that never comes is no longer waited for after a day. */
async function endArrived(trx: Kysely<Database>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`/* end_late */
    update alert a set ended_at = coalesce((
        select min(s.began_at) from segment s where ${isVisit('a')} and s.began_at > a.started_at), now())
    where a.kind = 'late' and a.ended_at is null and ${isServed(sql`a.organisation_id`)}
      and (a.started_at < now() - interval '1 day'
        or exists (select from segment s where ${isVisit('a')} and s.began_at > a.started_at))`.execute(trx)
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

/** Whether the row's tracker has come to its boundary in time, or stood in it then. */
const hasArrived = (row: string, expected: ReturnType<typeof sql>, asked: ReturnType<typeof sql>) => sql<boolean>`
  (exists (select from segment s where ${isVisit(row)} and s.began_at > greatest(${asked}, ${expected} - ${EARLY}))
    or exists (select from segment s where ${isVisit(row)} and s.ended_at is null and s.began_at <= ${expected})
    or exists (select from segment s where ${isVisit(row)} and s.began_at > ${expected} - interval '30 days'
      and s.began_at <= ${expected} and s.ended_at >= ${expected}))`

const isVisit = (row: string) => sql`s.organisation_id = ${sql.ref(`${row}.organisation_id`)}
  and s.tracker_id = ${sql.ref(`${row}.tracker_id`)} and s.kind = 'visit'
  and s.boundary_id = ${sql.ref(`${row}.boundary_id`)} and s.attributes ->> 'passing' is distinct from 'true'`

/** What was reported until then is followed by now. */
const GRACE = sql`interval '2 minutes'`
/** Who came earlier than that has come for another reason. */
const EARLY = sql`interval '12 hours'`
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
}
