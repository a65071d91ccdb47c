import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { ListQuery } from '#api/crud/list_query.ts'
import { statementsOf } from '#api/crud/lists.ts'
import type { Resource } from '#api/crud/resource.ts'
import { countStatement } from '#api/crud/totals.ts'
import type { Viewer } from '#api/crud/viewer.ts'
import { hashPassword } from '#api/people/passwords/hash.ts'
import { resources } from '#api/resources.ts'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { makeDays, makePartitions } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { seed } from '../server/seed.ts'
import { handleCalls } from './child_calls.ts'

handleCalls({ fill, plans })

const PASSWORD = 'bench-password'
const DAYS = 28
const PER_DAY = 1440
const ORGANISATIONS = 20
/** Organisations that reported on the first day only. */
const SILENT = [18, 19, 20]
let prepared: {
  database_url: string
  data_dir: string
  people: Record<Person, number>
  day: string
  tracker: number
}

/** Creates trackers, some of which reported every minute for four weeks, inserted in the order of time. */
async function fill({ database_url, data_dir, trackers, events }: Filling): Promise<Filled> {
  const { db, close } = await openDatabase({ database_url, data_dir })
  try {
    await migrate(db)
    await makePartitions(db)
    const month = new Date(new Date().toISOString().slice(0, 7))
    await makeDays(db, month, new Date(month.getTime() + (DAYS - 1) * 86_400_000))
    await seed(db, { email: 'bench@example.com', password: PASSWORD })
    await sql`insert into organisation (id, name) select i, 'Bench ' || i from generate_series(2, ${ORGANISATIONS}::int) i`.execute(
      db,
    )
    const people = {
      Staff: await addPerson(db, 'Staff', 'Staff'),
      User: await addPerson(db, 'User', 'User'),
      Silent: await addPerson(db, 'Silent', 'Staff'),
      Two: await addPerson(db, 'Two', 'Staff'),
      Platform: (
        await db.selectFrom('user_account').select('id').where('platform_admin', '=', true).executeTakeFirstOrThrow()
      ).id,
    }
    await db.updateTable('user_account').set({ username: 'platform' }).where('id', '=', people.Platform).execute()
    await sql`insert into tracker (organisation_id, number, name, owner_user_id, token_sha256)
      select 1, 'rest-' || i, 'Van ' || i, case when i <= 3 then ${people.User}::bigint end, repeat('0', 64)
      from generate_series(1, ${trackers - 1}::int) i order by random()`.execute(db)
    const reporting = Math.round(events / (DAYS * PER_DAY))
    // Half of the events belong to the first organisation.
    const { rows } = await sql<{ id: number }>`select id from tracker where number like 'rest-%'
      order by length(number), number limit ${Math.ceil(reporting / 2)}`.execute(db)
    const ids = rows.map(({ id }) => id)
    const others = await sql<{ id: number; organisation_id: number }>`
      insert into tracker (organisation_id, number, name, token_sha256)
      select 2 + i % ${ORGANISATIONS - 1}, 'other-' || i, 'Van ' || i, repeat('0', 64)
      from generate_series(1, ${Math.max(ORGANISATIONS, Math.floor(reporting / 2))}::int) i returning id, organisation_id`.execute(
      db,
    )
    const loud = others.rows.filter(({ organisation_id }) => !SILENT.includes(organisation_id))
    const own = await sql<{ id: number }>`select id from tracker where owner_user_id = ${people.User}`.execute(db)
    const first_day = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1)
    for (let day = 0; day < DAYS; day++) {
      // The silent organisations, and a person's own three trackers, reported on the first day only.
      const reporting = day === 0 ? [...ids, ...others.rows.map(({ id }) => id)] : [...ids, ...loud.map(({ id }) => id)]
      const silent = new Set(day === 0 ? [] : own.rows.map(({ id }) => id))
      const trackers = reporting.filter((id) => !silent.has(id))
      await addDay(db, trackers, new Date(first_day + day * 86_400_000).toISOString())
    }
    await sql`vacuum analyze`.execute(db)
    const noon = new Date(first_day + 14 * 86_400_000).toISOString()
    prepared = { database_url, data_dir, people, day: noon, tracker: ids[Math.floor(ids.length / 2)]! }
    // A day is asked of those that reported on every one of them.
    const daily = ids.filter((id) => !own.rows.some((silent) => silent.id === id))
    return { tracker_ids: daily, first_day, days: DAYS, password: PASSWORD }
  } finally {
    await close()
  }
}

async function addPerson(db: Kysely<Database>, name: Person, role_name: MembershipRole): Promise<number> {
  const username = name.toLowerCase()
  const { id } = await db
    .insertInto('user_account')
    .values({
      ...{ username, email: `${username}@example.com`, password_hash: await hashPassword(PASSWORD) },
      confirmed_at: sql<string>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const memberships = organisationsOf[name].map((organisation_id) => ({ organisation_id, user_id: id, role_name }))
  await db.insertInto('membership').values(memberships).execute()
  return id
}

async function addDay(db: Kysely<Database>, ids: number[], day: string): Promise<void> {
  await sql`
    insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, speed, heading,
      outside_boundary, repeated, late, digest)
    select t.organisation_id, t.id, ${day}::timestamptz + minute * interval '1 minute', ${day}::timestamptz + minute * interval '1 minute',
      'position', true, st_setsrid(st_makepoint(174 + random(), -36 - random()), 4326), 10, 90, false, false, false, minute
    from generate_series(0, ${PER_DAY - 1}::int) minute,
      (select organisation_id, id from tracker where id = any(${`{${ids.join(',')}}`}::bigint[])) t`.execute(db)
  await sql`
    insert into alert (organisation_id, tracker_id, kind, started_at, raised_at, ended_at)
    select organisation_id, id, 'alarm', ${day}::timestamptz + i * interval '1 minute', ${day}::timestamptz, ${day}::timestamptz
    from generate_series(1, 20) i, tracker where id = any(${`{${ids.join(',')}}`}::bigint[])`.execute(db)
  await sql`
    insert into tracker_command (organisation_id, tracker_id, type, text, state, queued_at)
    select organisation_id, id, 'custom', 'STATUS#', 'answered', ${day}::timestamptz + i * interval '1 minute'
    from generate_series(1, 20) i, tracker where id = any(${`{${ids.join(',')}}`}::bigint[])`.execute(db)
}

/** The measured queries, with the plans of their statements. */
async function plans(): Promise<Plan[]> {
  const { db, close } = await openDatabase(prepared)
  const { tracker, day, people } = prepared
  const to = new Date(Date.parse(day) + 86_400_000).toISOString()
  const questions: Omit<Question, 'path'>[] = [
    { what: '50 of 10 000 trackers', who: 'Staff', name: 'tracker', query: { limit: 50, sort: 'name' } },
    {
      what: '50 of 10 000 trackers, the last ones first',
      who: 'Staff',
      name: 'tracker',
      query: { limit: 50, sort: '-name' },
    },
    {
      what: 'one day of one tracker',
      who: 'Staff',
      name: 'trackerevent',
      query: { tracker_id: tracker, from: day, to, limit: 1000 },
    },
    { what: 'the newest 50 events of all', who: 'Staff', name: 'trackerevent', query: { limit: 50 } },
    ...(['trackerevent', 'alert', 'trackercommand'] as const).flatMap((name): Omit<Question, 'path'>[] => {
      const rows = { trackerevent: 'events', alert: 'alerts', trackercommand: 'commands' }[name]
      return [
        { what: `the newest 50 ${rows} of an organisation that is silent`, who: 'Silent', name, query: { limit: 50 } },
        {
          what: `the newest 50 ${rows} of two organisations, one of them silent`,
          who: 'Two',
          name,
          query: { limit: 50 },
        },
        { what: `the newest 50 ${rows} of all organisations`, who: 'Platform', name, query: { limit: 50 } },
        {
          what: `the newest 50 ${rows} of one’s own three trackers, which are silent`,
          who: 'User',
          name,
          query: { limit: 50 },
        },
      ]
    }),
  ]
  try {
    return await Promise.all(
      questions.map(async ({ query, ...question }) => {
        const resource = resources[question.name] as unknown as Resource
        const path = `${resource.plural}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
        const texts = await explain(db, resource, viewerOf(people, question.who), query)
        return { ...question, query, path, texts }
      }),
    )
  } finally {
    await close()
  }
}

async function explain(db: Kysely<Database>, resource: Resource, viewer: Viewer, query: ListQuery): Promise<string[]> {
  const { page, where } = statementsOf(db, resource, viewer, query)
  const statements = [page.limit(query.limit! + 1).compile(), countStatement(resource, where).compile(db)]
  const texts: string[] = []
  for (const { sql: text, parameters } of statements) {
    const explained = CompiledQuery.raw(`explain (analyze, costs off, timing off) ${text}`, [...parameters])
    const { rows } = await db.executeQuery(explained)
    texts.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'))
  }
  return texts
}

const organisationsOf = { Staff: [1], User: [1], Silent: [SILENT[0]!], Two: [2, SILENT[0]!], Platform: [] }

const viewerOf = (people: Record<Person, number>, who: Person): Viewer => ({
  ...{
    user_id: people[who],
    session_id: null,
    impersonator_user_id: null,
    password_change_required: false,
    ip: null,
    platform_admin: who === 'Platform',
  },
  memberships: organisationsOf[who].map((organisation_id) => ({
    ...{ organisation_id, organisation_name: 'bench', role_name: who === 'User' ? 'User' : 'Staff', features: [] },
  })),
})

type Person = 'Staff' | 'User' | 'Silent' | 'Two' | 'Platform'
export type Filling = { database_url: string; data_dir: string; trackers: number; events: number }
export type Filled = { tracker_ids: number[]; first_day: number; days: number; password: string }
type Question = {
  what: string
  who: Person
  name: 'tracker' | 'trackerevent' | 'alert' | 'trackercommand'
  query: ListQuery
  path: string
}
export type Plan = Question & { texts: string[] }
