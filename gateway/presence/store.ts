import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Belonging } from '#db/live_rooms.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { endOfflineAlerts, openOfflineAlerts } from '../alerts/offline.ts'
import { queueReappearances, queueSilences } from '../alerts/queue.ts'

/**
 * Statements of presence. All times are the database's clock, so gateways' clocks need not agree.
 *
 * A tracker is owned by the gateway of its last contact, which remembers it, so reports are not written here. A gateway
 * that takes a tracker over, or marks it offline, renews its state's `xmin`: the previous owner then has to read the
 * state again for the next report, and learns that it is no longer the owner.
 */

/**
 * Writes contacts. An offline tracker is online with its next contact, with an event; the first contact ever makes no
 * event, since nothing has changed. A closed connection only counts without a newer contact at another gateway.
 */
export async function storeContacts(
  db: Kysely<Database>,
  gateway_id: string,
  contacts: Contact[],
): Promise<StoredContacts> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<ContactRow>`/* read_contacts */
      select t.organisation_id, t.id as tracker_id, t.owner_user_id, t.group_id, c.had_contact, t.interval_s
      from ${contactRows(contacts)}
      join tracker t on t.organisation_id = c.organisation_id and t.id = c.tracker_id
      where t.active and ${isServed(sql`t.organisation_id`)}`.execute(trx)
    // Locked in order of the ids, as everywhere; concurrent changes of other gateways are visible after it.
    const before = await lockPresence(trx, rows)
    const stored = await sql<{ tracker_id: number; changed_at: string; timeout_s: number | null }>`/* write_contacts */
      insert into tracker_presence as p
        (organisation_id, tracker_id, online, changed_at, seen_at, contact, since, gateway_id, has_will)
      select t.organisation_id, t.id, c.had_contact, c.at, c.at, c.kind, c.since, ${gateway_id}, c.has_will
      from (select c.*, now() - make_interval(secs => c.age_s) as at, now() - make_interval(secs => c.since_s) as since
        from ${contactRows(contacts)}) c
      join tracker t on t.organisation_id = c.organisation_id and t.id = c.tracker_id
      where t.active and ${isServed(sql`t.organisation_id`)} and (c.had_contact
        or exists (select from tracker_presence x where x.organisation_id = t.organisation_id and x.tracker_id = t.id))
      order by t.id
      on conflict (organisation_id, tracker_id) do update set
        online = p.online or excluded.online,
        changed_at = case when p.online or not excluded.online then p.changed_at else excluded.seen_at end,
        seen_at = greatest(p.seen_at, excluded.seen_at), contact = excluded.contact, since = excluded.since,
        gateway_id = excluded.gateway_id, has_will = excluded.has_will, due_at = null
      where p.gateway_id = excluded.gateway_id or (excluded.online and (p.gateway_id is null
        or excluded.seen_at >= p.seen_at or (p.contact in ('closed', 'left') and excluded.since > p.since)))
      returning p.tracker_id, p.changed_at, (
        select date_part('epoch', ${offlineTimeout(sql`p.contact`)})::float8 from tracker t
        left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
        where t.organisation_id = p.organisation_id and t.id = p.tracker_id) as timeout_s`.execute(trx)
    const written = new Map(stored.rows.map((row) => [row.tracker_id, row]))
    const came = rows.filter(
      (row) => row.had_contact && before.get(row.tracker_id)?.online !== true && written.has(row.tracker_id),
    )
    const back = came.filter((row) => before.has(row.tracker_id))
    await writeEvents(trx, back, 'online')
    await queueReappearances(trx, back)
    await endOfflineAlerts(trx, back)
    const takenOver = rows.filter(({ tracker_id }) => {
      const other = before.get(tracker_id)?.gateway_id
      return other && other !== gateway_id && written.has(tracker_id)
    })
    await renewStates(trx, takenOver)
    const trackers = rows.map(({ tracker_id, interval_s }): [number, StoredContact] => {
      const row = written.get(tracker_id)
      return [tracker_id, { interval_s, is_written: row !== undefined, timeout_s: row?.timeout_s ?? null }]
    })
    return {
      trackers: new Map(trackers),
      changes: came.map((row) => ({ ...pick(row), online: true, changed_at: written.get(row.tracker_id)!.changed_at })),
    }
  })
}

/**
 * Marks this gateway's silent trackers offline, by their present settings.
 *
 * @param silent for how long, in seconds
 */
export async function storeAbsences(db: Kysely<Database>, gateway_id: string, silent: Silent[]): Promise<Judged> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Candidate>`/* read_silent */
      select p.organisation_id, p.tracker_id, t.owner_user_id, t.group_id,
        date_part('epoch', ${offlineTimeout(sql`p.contact`)})::float8 - c.age_s as left_s
      from ${unnestRows(silent, { bigint: trackerKey, float8: ['age_s'] }, 'c')}
      join tracker_presence p on p.organisation_id = c.organisation_id and p.tracker_id = c.tracker_id
      join tracker t on t.organisation_id = p.organisation_id and t.id = p.tracker_id
      left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
      where p.online and p.gateway_id = ${gateway_id} and ${isServed(sql`p.organisation_id`)}
      order by p.tracker_id
      for update of p`.execute(trx)
    return writeAbsences(trx, rows)
  })
}

/**
 * Marks trackers offline that no gateway owns, since theirs has ended.
 *
 * @param watching_s seconds for which this gateway has been receiving; silence before that does not count
 */
export async function storeOrphans(db: Kysely<Database>, watching_s: number): Promise<PresenceChange[]> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Candidate>`/* read_orphans */
      select p.organisation_id, p.tracker_id, t.owner_user_id, t.group_id,
        date_part('epoch', greatest(p.seen_at, ${lastReport}, now() - make_interval(secs => ${watching_s}::float8))
          + ${offlineTimeout(sql`p.contact`)} - now())::float8 as left_s
      from tracker_presence p
      join tracker t on t.organisation_id = p.organisation_id and t.id = p.tracker_id
      left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
      where p.online and p.due_at <= now() and ${isServed(sql`p.organisation_id`)}
      order by p.tracker_id
      limit 1000
      for update of p skip locked`.execute(trx)
    const { changes, left_s } = await writeAbsences(trx, rows)
    const others = rows.filter(({ tracker_id }) => left_s.has(tracker_id))
    if (others.length > 0) {
      await sql`
        update tracker_presence p set due_at = now() + make_interval(secs => c.left_s)
        from ${unnestRows(others, { bigint: trackerKey, float8: ['left_s'] }, 'c')}
        where p.organisation_id = c.organisation_id and p.tracker_id = c.tracker_id`.execute(trx)
    }
    return changes
  })
}

async function writeAbsences(trx: Kysely<Database>, rows: Candidate[]): Promise<Judged> {
  const offline = rows.filter((row) => row.left_s !== null && row.left_s <= 0)
  const left_s = new Map(rows.filter((row) => !offline.includes(row)).map((row) => [row.tracker_id, row.left_s]))
  if (offline.length === 0) return { changes: [], left_s }
  await sql`
    update tracker_presence p set online = false, changed_at = now(), due_at = null
    from ${trackerRows(offline)} where p.organisation_id = c.organisation_id and p.tracker_id = c.tracker_id`.execute(
    trx,
  )
  const times = await writeEvents(trx, offline, 'offline')
  await queueSilences(trx, offline)
  await openOfflineAlerts(trx, offline)
  await renewStates(trx, offline)
  const changes = offline.map((row) => ({ ...pick(row), online: false, changed_at: times.get(row.tracker_id)! }))
  return { changes, left_s }
}

/**
 * The offline timeout: how long without contact until a tracker is offline; null never. Needs `t`, the tracker, and
 * `s`, its state.
 *
 * Three reporting intervals, of charging if the last report says so. A closed connection shortens that to one and a
 * half, since a device that connects for each report is back by then; a last will to five seconds, for a quick
 * reconnect. A device that pauses while stationary is not offline while its connection is open.
 */
export const offlineTimeout = (contact: RawBuilder<unknown>) => sql`case
  when ${contact} = 'left' then interval '5 s'
  when ${interval} = 0 or (${contact} = 'connected' and t.pause_after_still_s > 0) then null
  when ${contact} = 'closed' then make_interval(secs => least(3 * ${interval}, greatest(30, 1.5 * ${interval})))
  else make_interval(secs => 3 * ${interval}) end`

/** Arrival of the last report by its gateway's clock, capped at now. Null without one. */
export const lastReport = sql`case when s.received < now() then s.received when s.received is not null then now() end`

/**
 * Other devices than phones say by it that they have an external supply, and may report as seldom as before: theirs is
 * the longer one.
 */
const interval = sql`(case when s.attributes @> '{"charging": true}' is not true then t.interval_s
  when t.type = 'phone' or t.interval_charging_s = 0 then t.interval_charging_s
  when t.interval_s = 0 then 0
  else greatest(t.interval_s, t.interval_charging_s) end)`

const contactRows = (contacts: Contact[]) =>
  unnestRows(
    contacts,
    { bigint: trackerKey, float8: ['age_s', 'since_s'], text: ['kind'], boolean: ['has_will', 'had_contact'] },
    'c',
  )

const trackerRows = (trackers: Target[]) => unnestRows(trackers, { bigint: trackerKey }, 'c')

async function lockPresence(trx: Kysely<Database>, rows: ContactRow[]): Promise<Map<number, Before>> {
  const locked = await sql<Before & { tracker_id: number }>`/* lock_presence */
    select p.tracker_id, p.online, p.gateway_id
    from ${trackerRows(rows)}
    join tracker_presence p on p.organisation_id = c.organisation_id and p.tracker_id = c.tracker_id
    order by p.tracker_id
    for update of p`.execute(trx)
  return new Map(locked.rows.map((row) => [row.tracker_id, row]))
}

/** Invalidates the states cached by gateways by changing their `xmin`. */
async function renewStates(trx: Kysely<Database>, of: Target[]): Promise<void> {
  if (of.length === 0) return
  await sql`
    with locked as (
      select s.organisation_id, s.tracker_id from ${trackerRows(of)}
      join tracker_state s on s.organisation_id = c.organisation_id and s.tracker_id = c.tracker_id
      order by s.tracker_id for update of s
    )
    update tracker_state s set event_id = s.event_id from locked l
    where s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id`.execute(trx)
}

/** These events bypass the engine: they are not reports and change no state. @returns the time of each */
async function writeEvents(trx: Kysely<Database>, of: Target[], event: 'online' | 'offline') {
  if (of.length === 0) return new Map<number, string>()
  const { rows } = await sql<{ tracker_id: number; fix_at: string }>`
    insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
    select c.organisation_id, c.tracker_id, now(), now(), ${event}, false, false, false, 0
    from ${trackerRows(of)}
    returning tracker_id, fix_at`.execute(trx)
  return new Map(rows.map((row) => [row.tracker_id, row.fix_at]))
}

const pick = ({ organisation_id, tracker_id, owner_user_id, group_id }: Owned) => ({
  organisation_id,
  tracker_id,
  owner_user_id,
  group_id,
})

export type ContactKind = 'reported' | 'connected' | 'closed' | 'left'
/**
 * `age_s`: seconds since the contact. `since_s`: seconds since its connection began. `had_contact`: whether there was
 * contact, perhaps before the connection was closed.
 */
export type Contact = Target & {
  kind: ContactKind
  age_s: number
  since_s: number
  has_will: boolean
  had_contact: boolean
}
export type Silent = Target & { age_s: number }
/** The existing trackers, and those that are newly online. */
export type StoredContacts = { trackers: Map<number, StoredContact>; changes: PresenceChange[] }
/** Whether this gateway owns the tracker now, and its offline timeout; null is never. */
export type StoredContact = { interval_s: number; is_written: boolean; timeout_s: number | null }
/** Trackers now offline, and the seconds until each of the others is; null is never. */
export type Judged = { changes: PresenceChange[]; left_s: Map<number, number | null> }
export type PresenceChange = Owned & { online: boolean; changed_at: string }

type Target = { organisation_id: number; tracker_id: number }
type Owned = Target & Belonging
type ContactRow = Owned & { had_contact: boolean; interval_s: number }
type Before = { online: boolean; gateway_id: string | null }
type Candidate = Owned & { left_s: number | null }
