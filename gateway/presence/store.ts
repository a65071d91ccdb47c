import { type Kysely, type RawBuilder, sql } from 'kysely'
import { bigints, doubles, texts } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import { queueReappearances, queueSilences } from '../alerts/queue.ts'

/** The statements behind presence. All times are the database's clock, so that gateways need not agree on theirs. */

/**
 * Writes down contacts. A tracker that was offline is online with its next contact, and an event says so; one that was
 * never heard of is online without an event, since nothing has changed.
 */
export async function storeContacts(db: Kysely<Database>, contacts: Contact[]): Promise<StoredContacts> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Found>`
      select t.organisation_id, t.id as tracker_id, t.owner_user_id, c.kind, t.interval_s
      from ${given(contacts)}
      join tracker t on t.organisation_id = c.organisation_id and t.id = c.tracker_id
      where t.active`.execute(trx)
    // Locked in the order of the ids, as everywhere; what another gateway did meanwhile is seen after that.
    const before = await lockPresence(trx, rows)
    const stored = await sql<{ tracker_id: number; changed_at: string }>`
      insert into tracker_presence as p (organisation_id, tracker_id, online, changed_at, seen_at, contact, due_at)
      select t.organisation_id, t.id, true, c.at, c.at, c.kind, c.at + ${patience(sql`c.kind`)}
      from (select c.*, now() - make_interval(secs => c.age_s) as at from ${given(contacts)}) c
      join tracker t on t.organisation_id = c.organisation_id and t.id = c.tracker_id
      left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
      where t.active and (c.kind in ('heard', 'connected')
        or exists (select from tracker_presence x where x.organisation_id = t.organisation_id and x.tracker_id = t.id))
      order by t.id
      on conflict (organisation_id, tracker_id) do update set
        online = p.online or excluded.contact in ('heard', 'connected'),
        changed_at = case when p.online or excluded.contact not in ('heard', 'connected')
          then p.changed_at else excluded.seen_at end,
        seen_at = excluded.seen_at, contact = excluded.contact, due_at = excluded.due_at
      where excluded.seen_at >= p.seen_at
      returning p.tracker_id, p.changed_at`.execute(trx)
    const changed_at = new Map(stored.rows.map((row) => [row.tracker_id, row.changed_at]))
    const came = rows.filter(
      (row) => isThere(row.kind) && before.get(row.tracker_id) !== true && changed_at.has(row.tracker_id),
    )
    const back = came.filter((row) => before.has(row.tracker_id))
    await writeEvents(trx, back, 'online')
    await queueReappearances(trx, back)
    return {
      intervals: new Map(rows.map((row) => [row.tracker_id, row.interval_s])),
      changes: came.map((row) => ({ ...pick(row), online: true, changed_at: changed_at.get(row.tracker_id)! })),
    }
  })
}

/**
 * Finds who has not been heard of for too long, by their settings as they are now.
 *
 * @param watching_s since when this gateway listens: nobody is missed for the time in which nobody could be heard
 */
export async function storeAbsences(db: Kysely<Database>, watching_s: number): Promise<PresenceChange[]> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Candidate>`
      select p.organisation_id, p.tracker_id, t.owner_user_id,
        date_part('epoch', greatest(p.seen_at, now() - make_interval(secs => ${watching_s}::float8))
          + ${patience(sql`p.contact`)} - now())::float8 as left_s
      from tracker_presence p
      join tracker t on t.organisation_id = p.organisation_id and t.id = p.tracker_id
      left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
      where p.online and p.due_at <= now()
      order by p.tracker_id
      limit 1000
      for update of p skip locked`.execute(trx)
    if (rows.length === 0) return []
    const gone = rows.filter((row) => row.left_s !== null && row.left_s <= 0)
    await sql`
      update tracker_presence p set
        online = c.left_s is null or c.left_s > 0,
        changed_at = case when c.left_s <= 0 then now() else p.changed_at end,
        due_at = now() + make_interval(secs => c.left_s)
      from unnest(${bigints(rows.map((row) => row.organisation_id))}::bigint[],
        ${bigints(rows.map((row) => row.tracker_id))}::bigint[],
        ${doubles(rows.map((row) => row.left_s))}::float8[]) as c (organisation_id, tracker_id, left_s)
      where p.organisation_id = c.organisation_id and p.tracker_id = c.tracker_id`.execute(trx)
    const times = await writeEvents(trx, gone, 'offline')
    await queueSilences(trx, gone)
    return gone.map((row) => ({ ...pick(row), online: false, changed_at: times.get(row.tracker_id)! }))
  })
}

/**
 * How long nothing need be heard before a tracker counts as offline; null is for ever.
 *
 * Three intervals, of which the present one is that while charging where the last report says so. A connection that
 * was closed shortens that to one and a half, since a device that connects for each report is back by then; a farewell
 * to a few seconds, in which a device that has lost its connection may come again. A device that is told to be silent
 * while it stands still is not missed while its connection is open.
 */
const patience = (contact: RawBuilder<unknown>) => sql`case
  when ${contact} = 'left' then interval '5 s'
  when ${interval} = 0 or (${contact} = 'connected' and t.pause_after_still_s > 0) then null
  when ${contact} = 'closed' then make_interval(secs => least(3 * ${interval}, greatest(30, 1.5 * ${interval})))
  else make_interval(secs => 3 * ${interval}) end`

const interval = sql`(case when s.attributes @> '{"charging": true}' then t.interval_charging_s else t.interval_s end)`

const given = (contacts: Contact[]) => sql`unnest(
  ${bigints(contacts.map((c) => c.organisation_id))}::bigint[], ${bigints(contacts.map((c) => c.tracker_id))}::bigint[],
  ${texts(contacts.map((c) => c.kind))}::text[], ${doubles(contacts.map((c) => c.age_s))}::float8[]
) as c (organisation_id, tracker_id, kind, age_s)`

async function lockPresence(trx: Kysely<Database>, rows: Found[]): Promise<Map<number, boolean>> {
  const known = await sql<{ tracker_id: number; online: boolean }>`
    select p.tracker_id, p.online
    from unnest(${bigints(rows.map((row) => row.organisation_id))}::bigint[],
      ${bigints(rows.map((row) => row.tracker_id))}::bigint[]) as c (organisation_id, tracker_id)
    join tracker_presence p on p.organisation_id = c.organisation_id and p.tracker_id = c.tracker_id
    order by p.tracker_id
    for update of p`.execute(trx)
  return new Map(known.rows.map((row) => [row.tracker_id, row.online]))
}

/** The events go past the engine: they are no reports, and change no state. @returns the time of each */
async function writeEvents(trx: Kysely<Database>, of: Target[], event: 'online' | 'offline') {
  if (of.length === 0) return new Map<number, string>()
  const { rows } = await sql<{ tracker_id: number; fix_at: string }>`
    insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
    select c.organisation_id, c.tracker_id, now(), now(), ${event}, false, false, false, 0
    from unnest(${bigints(of.map((row) => row.organisation_id))}::bigint[],
      ${bigints(of.map((row) => row.tracker_id))}::bigint[]) as c (organisation_id, tracker_id)
    returning tracker_id, fix_at`.execute(trx)
  return new Map(rows.map((row) => [row.tracker_id, row.fix_at]))
}

const isThere = (kind: ContactKind) => kind === 'heard' || kind === 'connected'
const pick = ({ organisation_id, tracker_id, owner_user_id }: Target) => ({
  organisation_id,
  tracker_id,
  owner_user_id,
})

export type ContactKind = 'heard' | 'connected' | 'closed' | 'left'
/** `age_s`: how long ago it was. */
export type Contact = { organisation_id: number; tracker_id: number; kind: ContactKind; age_s: number }
/** The trackers that there are, with their intervals in seconds, and those that have come online. */
export type StoredContacts = { intervals: Map<number, number>; changes: PresenceChange[] }
export type PresenceChange = Target & { online: boolean; changed_at: string }

type Target = { organisation_id: number; tracker_id: number; owner_user_id: number | null }
type Found = Target & { kind: ContactKind; interval_s: number }
type Candidate = Target & { left_s: number | null }
