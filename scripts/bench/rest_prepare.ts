import { CompiledQuery, type Kysely, sql } from 'kysely'
import { statementsOf } from '#api/lists.ts'
import { hashPassword } from '#api/passwords.ts'
import type { ListQuery } from '#api/query.ts'
import type { Resource } from '#api/resource.ts'
import { resources } from '#api/resources/index.ts'
import { countStatement } from '#api/totals.ts'
import type { Viewer } from '#api/viewer.ts'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { makePartitions } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'
import type { MembershipRole } from '#db/tables/membership.ts'
import { seed } from '../seed.ts'
import { obey } from './orders.ts'

obey({ fill, plans })

const PASSWORD = 'bench-password'
const DAYS = 28
const PER_DAY = 1440
let asking: {
  database_url: string
  data_dir: string
  people: Record<'Staff' | 'User', number>
  day: string
  tracker: number
}

/** Trackers of which some have reported every minute for four weeks, in the order of time, as reports come. */
async function fill({ database_url, data_dir, trackers, events }: Filling): Promise<Filled> {
  const { db, close } = await openDatabase({ database_url, data_dir })
  try {
    await migrate(db)
    await makePartitions(db)
    await seed(db, { email: 'bench@example.com', password: PASSWORD, secret: 'bench' })
    const people = { Staff: await addPerson(db, 'Staff'), User: await addPerson(db, 'User') }
    await sql`insert into tracker (organisation_id, number, name, owner_user_id, token_sha256)
      select 1, 'rest-' || i, 'Van ' || i, case when i <= 3 then ${people.User}::bigint end, repeat('0', 64)
      from generate_series(1, ${trackers - 1}::int) i order by random()`.execute(db)
    const reporting = Math.round(events / (DAYS * PER_DAY))
    const { rows } = await sql<{ id: number }>`select id from tracker where number like 'rest-%'
      order by length(number), number limit ${reporting}`.execute(db)
    const ids = rows.map(({ id }) => id)
    const first_day = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1)
    for (let day = 0; day < DAYS; day++) await addDay(db, ids, new Date(first_day + day * 86_400_000).toISOString())
    await sql`vacuum analyze`.execute(db)
    const noon = new Date(first_day + 14 * 86_400_000).toISOString()
    asking = { database_url, data_dir, people, day: noon, tracker: ids[Math.floor(ids.length / 2)]! }
    return { tracker_ids: ids, first_day, days: DAYS, password: PASSWORD }
  } finally {
    await close()
  }
}

async function addPerson(db: Kysely<Database>, role_name: MembershipRole): Promise<number> {
  const username = role_name.toLowerCase()
  const { id } = await db
    .insertInto('user_account')
    .values({
      ...{ username, email: `${username}@example.com`, password_hash: await hashPassword(PASSWORD) },
      confirmed_at: sql<string>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('membership').values({ organisation_id: 1, user_id: id, role_name }).execute()
  return id
}

async function addDay(db: Kysely<Database>, ids: number[], day: string): Promise<void> {
  await sql`
    insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, position, speed, heading,
      outside_boundary, repeated, late, digest)
    select 1, tracker_id, ${day}::timestamptz + minute * interval '1 minute', ${day}::timestamptz + minute * interval '1 minute',
      'position', true, st_setsrid(st_makepoint(174 + random(), -36 - random()), 4326), 10, 90, false, false, false, minute
    from generate_series(0, ${PER_DAY - 1}::int) minute, unnest(${`{${ids.join(',')}}`}::bigint[]) tracker_id`.execute(
    db,
  )
}

/** The statements of what will be asked, and how they are run. */
async function plans(): Promise<Plan[]> {
  const { db, close } = await openDatabase(asking)
  const { tracker, day, people } = asking
  const to = new Date(Date.parse(day) + 86_400_000).toISOString()
  const asked: Omit<Question, 'path'>[] = [
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
    {
      what: 'the newest 50 events of one’s own three trackers',
      who: 'User',
      name: 'trackerevent',
      query: { limit: 50 },
    },
  ]
  try {
    return await Promise.all(
      asked.map(async ({ query, ...question }) => {
        const resource = resources[question.name] as unknown as Resource
        const path = `${resource.plural}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
        const texts = await explain(db, resource, viewerOf(people[question.who], question.who), query)
        return { ...question, query, path, texts }
      }),
    )
  } finally {
    await close()
  }
}

async function explain(db: Kysely<Database>, resource: Resource, viewer: Viewer, query: ListQuery): Promise<string[]> {
  const { page, found } = statementsOf(db, resource, viewer, query)
  const statements = [page.limit(query.limit! + 1).compile(), countStatement(resource.table, found).compile(db)]
  const texts: string[] = []
  for (const { sql: text, parameters } of statements) {
    const explained = CompiledQuery.raw(`explain (analyze, costs off, timing off) ${text}`, [...parameters])
    const { rows } = await db.executeQuery(explained)
    texts.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'))
  }
  return texts
}

const viewerOf = (user_id: number, role_name: MembershipRole): Viewer => ({
  ...{ user_id, platform_admin: false, session_id: null, impersonator_user_id: null, ip: null },
  memberships: [{ organisation_id: 1, organisation_name: 'bench', role_name }],
})

export type Filling = { database_url: string; data_dir: string; trackers: number; events: number }
export type Filled = { tracker_ids: number[]; first_day: number; days: number; password: string }
type Question = {
  what: string
  who: 'Staff' | 'User'
  name: 'tracker' | 'trackerevent'
  query: ListQuery
  path: string
}
export type Plan = Question & { texts: string[] }
