import { createHmac, hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Client } from '#api/client.ts'
import type { Database } from '#db/tables/index.ts'
import type { Simulated } from './fleet.ts'

export const DEMO = 'Ringfence demo'

/**
 * Finds or creates the demo organisation and its trackers. Tokens are derived from the installation's secret, since
 * only hashes are stored and the next start needs them again.
 */
export function registerDemo(
  db: Kysely<Database>,
  fleet: Simulated[],
  secret: string,
  interval_s: number,
): Promise<Demo> {
  const numbered = fleet.map((simulated, i) => {
    const number = numberOf('demo', i)
    return { simulated, number, token: tokenOf(secret, number) }
  })
  return db.transaction().execute(async (trx) => {
    await sql`lock table organisation in share row exclusive mode`.execute(trx)
    const organisation_id = await findOrganisation(trx)
    await joinFirst(trx, organisation_id)
    await trx
      .insertInto('tracker')
      .values(
        numbered.map(({ simulated: { name, type }, number, token }) => {
          return {
            organisation_id,
            number,
            name,
            type,
            interval_s,
            owner_user_id: null,
            demo: true,
            speed_limit: name.startsWith('Truck') ? TRUCK_LIMIT : null,
            token_sha256: hash('sha256', token),
          }
        }),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['canonical_number', 'number_clash'])
          .doUpdateSet({ token_sha256: (eb) => eb.ref('excluded.token_sha256') })
          .where('tracker.organisation_id', '=', organisation_id),
      )
      .execute()
    const rows = await trx
      .selectFrom('tracker as t')
      .innerJoin('tracker_state as s', (join) =>
        join.onRef('s.organisation_id', '=', 't.organisation_id').onRef('s.tracker_id', '=', 't.id'),
      )
      .select([
        't.id',
        't.number',
        's.event_id',
        't.created_at',
        // Not those of a demo that is older than this week: it has a past of its own.
        sql<boolean>`t.created_at > now() - interval '7 days' and not exists (select from segment g
          where g.organisation_id = t.organisation_id and g.tracker_id = t.id
            and g.began_at < t.created_at - interval '6 days')`.as('lacks_past'),
      ])
      .where('t.organisation_id', '=', organisation_id)
      .execute()
    const by_number = new Map(rows.map((row) => [row.number, row]))
    return {
      organisation_id,
      trackers: numbered
        .filter(({ number }) => by_number.has(number))
        .map((tracker) => {
          const { id, event_id, created_at, lacks_past } = by_number.get(tracker.number)!
          const past_until = lacks_past ? Date.parse(created_at) - HOUR_MS : null
          return { ...tracker, id, is_new: event_id === null, past_until }
        }),
    }
  })
}

/** A spare tracker of the demo organisation for manual tests; null if its token was replaced. */
export async function registerSpare(
  db: Kysely<Database>,
  organisation_id: number,
  secret: string,
): Promise<(Spare & { id: number }) | null> {
  const number = 'demo-tracker'
  const token = tokenOf(secret, number)
  const token_sha256 = hash('sha256', token)
  await db
    .insertInto('tracker')
    .values({ organisation_id, number, name: 'Tracker to try', token_sha256, demo: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await db
    .selectFrom('tracker')
    .select(['id', 'name'])
    .where('number', '=', number)
    .where('token_sha256', '=', token_sha256)
    .executeTakeFirst()
  return kept ? { ...kept, name: kept.name ?? number, number, token } : null
}

/** Finds or creates the trackers through REST, each with a new token. */
export async function registerOver(client: Client, organisation_id: number, fleet: Simulated[]): Promise<Registered[]> {
  const registered: Registered[] = []
  for (const [i, simulated] of fleet.entries()) {
    const number = numberOf('simulated', i)
    const { data } = await client.list('tracker', { number })
    if (data[0]) {
      const { data: renewed } = await client.call('POST', 'tracker/token', { id: data[0].id })
      registered.push({
        simulated,
        number,
        id: renewed.id,
        token: renewed.device_token,
        is_new: false,
        past_until: null,
      })
    } else {
      const { name, type } = simulated
      const { data: made } = await client.create('tracker', { organisation_id, number, name, type })
      registered.push({
        simulated,
        number,
        id: made.id,
        token: made.device_token as string,
        is_new: true,
        past_until: null,
      })
    }
  }
  return registered
}

const HOUR_MS = 3_600_000
/** 75 km/h, which they exceed on motorways. */
const TRUCK_LIMIT = 20.8

const tokenOf = (secret: string, number: string) =>
  createHmac('sha256', secret).update(`tracker ${number}`).digest('base64url')

const numberOf = (prefix: string, i: number) => `${prefix}-${String(i + 1).padStart(2, '0')}`

async function findOrganisation(trx: Kysely<Database>): Promise<number> {
  const existing = await trx
    .selectFrom('organisation')
    .select('id')
    .where('name', '=', DEMO)
    .orderBy('id')
    .executeTakeFirst()
  return (
    existing?.id ??
    (await trx.insertInto('organisation').values({ name: DEMO }).returning('id').executeTakeFirstOrThrow()).id
  )
}

/** Makes the demo the first organisation of the platform administrator: memberships sort by age. */
async function joinFirst(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  await sql`
    insert into membership (organisation_id, user_id, role_name, created_at)
    select ${organisation_id}, u.id, 'Administrator',
      coalesce((select min(m.created_at) from membership m where m.user_id = u.id), now()) - interval '1 second'
    from (select id from user_account where platform_admin and active order by id limit 1) u
    on conflict do nothing`.execute(trx)
}

export type Registered = {
  simulated: Simulated
  number: string
  id: number
  token: string
  is_new: boolean
  /** Up to when its past week is to be reported still, in milliseconds; null where that is there. */
  past_until: number | null
}

export type Spare = { name: string; number: string; token: string }

type Demo = { organisation_id: number; trackers: Registered[] }
