import { type Kysely, sql } from 'kysely'
import { backoff_s, Lease } from '#db/background/lease.ts'
import { type EventReference, findEvents } from '#db/history/find.ts'
import { historyOf } from '#db/history/of.ts'
import { archivedRows } from '#db/history/recordset.ts'
import type { Database } from '#db/tables/index.ts'
import type { ForwardFormat, ForwardProtocol } from '#db/tables/tracking/report_forward.ts'

/** Statements of forwarding. All times are the database's. */

export const lease = new Lease({ table: 'report_forward', seconds: 120, open: sql`true` })
/** Maximum queue of a forwarding, and maximum age of its reports: the excess is dropped. */
const MOST_ITEMS = 100_000
const MOST_AGE = sql`interval '7 days'`
const LONGEST_PAUSE_S = 3600

export type Forward = {
  id: number
  organisation_id: number
  host: string
  port: number
  protocol: ForwardProtocol
  url: string | null
  tls: boolean
  username: string | null
  topic: string | null
  format: ForwardFormat
  password_sealed: string | null
}

/** Takes a forwarding with due reports, so that one process sends its reports in order. */
export async function takeForward(db: Kysely<Database>): Promise<Forward | null> {
  const [forward] = await lease.take<Forward>(db, {
    from: sql`report_forward q
      where q.active and ${lease.isFree('q')} and (q.retry_at is null or q.retry_at <= now())
        and exists (select from report_forward_item i where i.report_forward_id = q.id and i.due_at <= now()
          and not exists (select from report_forward_item o where o.report_forward_id = q.id
            and o.tracker_id = i.tracker_id and o.attempts > 0 and o.due_at > now()))`,
    order: sql`q.last_sent_at nulls first, q.id`,
    limit: 1,
    returning: sql`id, organisation_id, host, port, protocol, url, tls, username, topic, format, password_sealed`,
  })
  return forward ?? null
}

export async function release(db: Kysely<Database>, id: number): Promise<void> {
  await sql`update report_forward set leased_until = null where id = ${id}`.execute(db)
}

/** Trackers with due reports, those that wait longest first. A tracker that waits for a retry keeps its order. */
export async function dueTrackers(db: Kysely<Database>, forward: Forward, limit: number): Promise<DueTracker[]> {
  const { rows } = await sql<DueTracker>`
    select t.id as tracker_id, t.number, t.name, s.fix_at as latest_fix_at
    from (
      select i.tracker_id, min(i.id) as first from report_forward_item i
      where i.report_forward_id = ${forward.id}
      group by i.tracker_id having max(i.due_at) filter (where i.attempts > 0) is null
        or max(i.due_at) filter (where i.attempts > 0) <= now()
    ) due
    join tracker t on t.organisation_id = ${forward.organisation_id} and t.id = due.tracker_id
    left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
    order by due.first
    limit ${limit}`.execute(db)
  return rows
}

export type DueTracker = { tracker_id: number; number: string; name: string; latest_fix_at: string | null }

/** The first reports of a tracker, in the order in which they were stored; one that is deleted is not `stored`. */
export async function readItems(
  db: Kysely<Database>,
  forward: Forward,
  tracker_id: number,
  limit: number,
): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.id, i.event_id, e.id is not null as stored, i.fix_at, ${columns}
    from (
      select * from report_forward_item
      where report_forward_id = ${forward.id} and tracker_id = ${tracker_id}
      order by id limit ${limit}
    ) i
    left join tracker_event e on e.organisation_id = i.organisation_id and e.id = i.event_id and e.fix_at = i.fix_at
    order by i.id`.execute(db)
  const { organisation_id } = forward
  const archived = await readArchived(
    db,
    rows
      .filter(({ stored }) => !stored)
      .map(({ event_id: id, fix_at }) => ({ organisation_id, tracker_id, id, from: fix_at, to: fix_at })),
  )
  return rows.map((item) => ({ ...item, ...archived.get(item.event_id) }))
}

const columns = sql`e.valid, st_y(e.position) as lat, st_x(e.position) as lon, e.altitude, e.heading, e.speed, e.event,
  e.alarm, e.accuracy, e.outside_boundary, e.boundary_id, e.attributes, (select b.name from boundary b
    where b.organisation_id = e.organisation_id and b.id = e.boundary_id) as boundary`

/** Reports of days that were closed while they waited, as the same columns. */
async function readArchived(db: Kysely<Database>, references: EventReference[]): Promise<Map<number, Partial<Item>>> {
  const history = historyOf(db)
  if (!history || references.length === 0) return new Map()
  const events = await findEvents(db, history, references)
  if (events.size === 0) return new Map()
  const { rows } = await sql<Omit<Item, 'event_id' | 'fix_at'>>`
    select e.id, true as stored, ${columns} from (${archivedRows([...events.values()])}) e`.execute(db)
  return new Map(rows.map(({ id, ...item }) => [id, item]))
}

export type Item = {
  id: number
  event_id: number
  stored: boolean
  fix_at: string
  valid: boolean
  lat: number | null
  lon: number | null
  altitude: number | null
  heading: number | null
  /** Metres per second. */
  speed: number | null
  event: string
  alarm: string | null
  accuracy: number | null
  outside_boundary: boolean | null
  boundary_id: number | null
  /** The name of that boundary. */
  boundary: string | null
  attributes: Record<string, unknown> | null
}

/** Removes what was accepted. @param sent how many of them were sent */
export async function settle(db: Kysely<Database>, forward: Forward, items: Item[], sent: number): Promise<void> {
  const [first, last] = [items[0]!.id, items.at(-1)!.id]
  await sql`
    with gone as (
      delete from report_forward_item i
      where i.report_forward_id = ${forward.id} and i.id between ${first} and ${last}
        and i.id in (${sql.join(items.map(({ id }) => id))})
    )
    update report_forward set sent = sent + ${sent}, last_sent_at = now(), last_error = null, last_error_at = null,
      failures = 0, retry_at = null
    where id = ${forward.id}`.execute(db)
}

/** The reports of one tracker wait, with backoff: the other platform does not take it. */
export async function postponeTracker(
  db: Kysely<Database>,
  forward: Forward,
  tracker_id: number,
  reason: string,
): Promise<void> {
  await sql`
    update report_forward_item set attempts = attempts + 1,
      due_at = now() + make_interval(secs => ${backoff_s(sql`attempts`, { first_s: 30, longest_s: LONGEST_PAUSE_S })})
    where report_forward_id = ${forward.id} and tracker_id = ${tracker_id}`.execute(db)
  await noteError(db, forward, reason, false)
}

/** All wait, with backoff: the server does not answer. */
export async function postponeAll(db: Kysely<Database>, forward: Forward, reason: string): Promise<void> {
  await noteError(db, forward, reason, true)
}

async function noteError(db: Kysely<Database>, { id }: Forward, reason: string, all: boolean): Promise<void> {
  const pause = sql`make_interval(secs => ${backoff_s(sql`failures`, { first_s: 5, longest_s: LONGEST_PAUSE_S })})`
  await sql`
    update report_forward set last_error = ${reason.slice(0, 500)}, last_error_at = now(),
      failures = failures + ${all ? 1 : 0}, retry_at = ${all ? sql`now() + ${pause}` : sql`retry_at`}
    where id = ${id}`.execute(db)
}

/** Drops and counts the oldest reports beyond the limits of age and number. */
export async function trim(db: Kysely<Database>, { id }: Forward): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from report_forward_item
      where report_forward_id = ${id} and (queued_at < now() - ${MOST_AGE} or id <= coalesce((
        select i.id from report_forward_item i where i.report_forward_id = ${id}
        order by i.id desc offset ${MOST_ITEMS} limit 1), 0))
      returning 1
    ), counted as (select count(*)::integer as count from gone)
    update report_forward set dropped = dropped + counted.count from counted where id = ${id}
    returning counted.count`.execute(db)
  return rows[0]?.count ?? 0
}
