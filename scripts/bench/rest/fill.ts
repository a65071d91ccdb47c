import { type Kysely, sql } from 'kysely'
import { hashPassword } from '#api/people/passwords/hash.ts'
import { bigints } from '#db/arrays.ts'
import { migrate } from '#db/migrations/index.ts'
import { makeDays, makePartitions } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { seed } from '../../server/seed.ts'
import { fillPeople, fillRows } from './fill_rows.ts'
import { DAYS, PASSWORD, type Reporting } from './values.ts'

const PER_DAY = 1440
const ORGANISATIONS = 20
/** Organisations that reported on the first day only. */
const SILENT = [18, 19, 20]

/**
 * Fills a new database with twenty organisations, of which the first has half of the events and most trackers. Those
 * that report do so every minute for four weeks, up to yesterday; their events are inserted in the order of time.
 */
export async function fill(db: Kysely<Database>, { trackers, events }: Sizes): Promise<Contents> {
  await migrate(db)
  const today = new Date()
  await makeDays(db, new Date(today.getTime() - DAYS * DAY_MS), today)
  await makePartitions(db)
  await seed(db, { email: 'bench@example.com', password: PASSWORD })
  await sql`insert into organisation (id, name) select i, 'Bench ' || i from generate_series(2, ${ORGANISATIONS}::int) i`.execute(
    db,
  )
  const people = await addPeople(db)
  await sql`insert into tracker (organisation_id, number, name, owner_user_id, token_sha256)
    select 1, 'rest-' || i, 'Van ' || i, case when i <= 3 then ${people.User}::bigint end, repeat('0', 64)
    from generate_series(1, ${trackers - 1}::int) i order by random()`.execute(db)
  const reporting = Math.max(2 * ORGANISATIONS, Math.round(events / (DAYS * PER_DAY)))
  const ours = await sql<{ id: number }>`select id from tracker where number like 'rest-%'
    order by length(number), number limit ${Math.ceil(reporting / 2)}`.execute(db)
  const others = await sql<{ id: number; organisation_id: number }>`
    insert into tracker (organisation_id, number, name, token_sha256)
    select 2 + i % ${ORGANISATIONS - 1}::int, 'other-' || i, 'Van ' || i, repeat('0', 64)
    from generate_series(1, ${Math.floor(reporting / 2)}::int) i returning id, organisation_id`.execute(db)
  await fillPeople(db)
  const own = await sql<{ id: number }>`select id from tracker where owner_user_id = ${people.User}`.execute(db)
  const own_ids = new Set(own.rows.map(({ id }) => id))
  const ids = ours.rows.map(({ id }) => id)
  const loud = others.rows.filter(({ organisation_id }) => !SILENT.includes(organisation_id)).map(({ id }) => id)
  const daily = ids.filter((id) => !own_ids.has(id))
  const first_day = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS
  for (let day = 0; day < DAYS; day++) {
    const begin = first_day + day * DAY_MS
    // The silent organisations, and a person's own three trackers, reported on the first day only.
    const trackers = day === 0 ? [...ids, ...others.rows.map(({ id }) => id)] : [...daily, ...loud]
    await addEvents(db, trackers, new Date(begin).toISOString())
    await fillRows(db, trackers, new Date(begin).toISOString())
  }
  await addStates(db)
  // The hints that a tracker's rows are visible are set, too: the first readers would write them.
  await sql`vacuum analyze`.execute(db)
  return { people, tracker_ids: daily, first_day }
}

/** Accounts that sign in, and whose lists are measured. */
async function addPeople(db: Kysely<Database>): Promise<Record<Person, number>> {
  const people = {} as Record<Person, number>
  for (const [name, { role_name, organisations }] of Object.entries(memberships)) {
    const username = name.toLowerCase()
    const { id } = await db
      .insertInto('user_account')
      .values({
        username,
        email: `${username}@example.com`,
        password_hash: await hashPassword(PASSWORD),
        confirmed_at: sql<string>`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = organisations.map((organisation_id) => ({ organisation_id, user_id: id, role_name }))
    await db.insertInto('membership').values(rows).execute()
    people[name as Person] = id
  }
  const platform = await db
    .updateTable('user_account')
    .set({ username: 'platform' })
    .where('platform_admin', '=', true)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...people, Platform: platform.id }
}

/** In the order of arrival, as everywhere. One of a hundred is outside, one of a hundred no position, one of a thousand late. */
async function addEvents(db: Kysely<Database>, ids: number[], day: string): Promise<void> {
  await sql`
    insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, speed, heading,
      outside_boundary, repeated, late, attributes, digest)
    select t.organisation_id, t.id, fix_at, fix_at + interval '2 s',
      case when dice < 0.005 then 'ignition_on' when dice < 0.01 then 'ignition_off' when dice < 0.0101 then 'sos' else 'position' end,
      true, st_setsrid(st_makepoint(174 + random(), -36 - random()), 4326), 10, 90,
      dice > 0.99, dice > 0.991, dice between 0.5 and 0.501,
      jsonb_build_object('battery', minute % 100, 'charging', false, 'satellites', 9, 'odometer', 1000 * minute), minute
    from generate_series(0, ${PER_DAY - 1}::int) minute
      cross join lateral (select ${day}::timestamptz + minute * interval '1 minute' as fix_at) time
      cross join (select organisation_id, id from tracker where id = any(${bigints(ids)}::bigint[])) t
      cross join lateral (select random() + 0 * t.id + 0 * minute as dice) dice
    order by minute, t.id`.execute(db)
}

/** What the gateway keeps of each tracker: its last event, and whether it is online. */
async function addStates(db: Kysely<Database>): Promise<void> {
  // A tracker is created with its state.
  await sql`
    update tracker_state s set judged_at = e.fix_at, latest_fix_at = e.fix_at, outside = e.outside_boundary, event_id = e.id,
      fix_at = e.fix_at, received = e.received, event = e.event, valid = e.valid, position = e.position,
      outside_boundary = e.outside_boundary, repeated = e.repeated, attributes = e.attributes
    from tracker t cross join lateral (select * from tracker_event e
      where e.organisation_id = t.organisation_id and e.tracker_id = t.id order by fix_at desc limit 1) e
    where s.organisation_id = t.organisation_id and s.tracker_id = t.id`.execute(db)
  await sql`
    insert into tracker_presence (organisation_id, tracker_id, online, changed_at, seen_at, contact)
    select organisation_id, tracker_id, tracker_id % 3 > 0, now(), now(), 'reported' from tracker_state where event_id is not null`.execute(
    db,
  )
}

export const memberships = {
  Administrator: { role_name: 'Administrator', organisations: [1] },
  Staff: { role_name: 'Staff', organisations: [1] },
  User: { role_name: 'User', organisations: [1] },
  Silent: { role_name: 'Administrator', organisations: [SILENT[0]!] },
  Two: { role_name: 'Staff', organisations: [2, SILENT[0]!] },
} satisfies Record<string, { role_name: MembershipRole; organisations: number[] }>

const DAY_MS = 86_400_000

export type Person = keyof typeof memberships | 'Platform'
export type Sizes = { trackers: number; events: number }
export type Contents = Reporting & { people: Record<Person, number> }
