import { type Kysely, sql } from 'kysely'
import { type Client, createClient } from '#api/client.ts'
import type { Database } from '#db/tables/index.ts'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import { addDemoPeople, type DemoPerson, demoPassword, holdsPassword, type SignIns } from './demo_people.ts'
import { localUrl } from './operator.ts'
import type { RingfenceServer } from './server/compose.ts'
import { type Config, readSecret } from './server/config.ts'

/**
 * Adds a demo organisation to a server in this process, once; `write` fills it through REST, as its people do. Where it
 * fails the rest of the demo does without it.
 *
 * @returns the usernames and the password; null where it was not made, or the password was changed
 */
export async function startDemo(
  { database: { db }, http_port }: RingfenceServer,
  config: Config,
  print: (text: string) => void,
  { shown, write, ...demo }: DemoOrganisation & Filled,
): Promise<SignIns | null> {
  if (config.role === 'gateway') return null
  try {
    const { organisation_id, is_new, password } = await registerDemo(db, readSecret(config), demo)
    if (is_new) {
      print(`Adding the ${demo.name} …`)
      await write({ url: localUrl({ ...config, http_port }), organisation_id, password: password! })
    }
    const people = shown.map((username) => ({ username, part: demo.people[username]!.part }))
    return password === null ? null : { password, people }
  } catch (error) {
    print(`The ${demo.name} could not be made: ${(error as Error).message}`)
    return null
  }
}

/**
 * Finds or creates a demo organisation and its people. Their password is derived from the installation's secret: only its
 * hash is stored, and each start shows it.
 *
 * @returns `password` is null where it was changed
 */
async function registerDemo(
  db: Kysely<Database>,
  secret: string,
  { demo, name, timezone, currency, features, people, domain }: DemoOrganisation,
): Promise<Registered> {
  const password = demoPassword(secret, demo)
  return db.transaction().execute(async (trx) => {
    const holds = await holdsPassword(trx, Object.keys(people)[0]!, password)
    const existing = await trx.selectFrom('organisation').select('id').where('name', '=', name).executeTakeFirst()
    if (existing && holds !== null) {
      return { organisation_id: existing.id, is_new: false, password: holds ? password : null }
    }
    const { id } = await trx
      .insertInto('organisation')
      .values({ name, timezone, currency })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('organisation_config').values({ organisation_id: id, features }).execute()
    await addDemoPeople(trx, people, { organisation_id: id, password, timezone, domain })
    await joinLast(trx, id)
    return { organisation_id: id, is_new: true, password }
  })
}

/** The platform administrator administers it, too: their menu offers it after the other organisations. */
async function joinLast(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  await sql`
    insert into membership (organisation_id, user_id, role_name)
    select ${organisation_id}, u.id, 'Administrator'
    from (select id from user_account where platform_admin and active order by id limit 1) u`.execute(trx)
}

/** Signs a person of a demo in, over REST. */
export async function enter(base: string, username: string, password: string): Promise<Person> {
  const { data } = await createClient({ base }).call('POST', 'user/signin', { username, password })
  const token: string = data.token
  return { id: data.user.id, token, client: createClient({ base, token: () => token }) }
}

export type Person = { id: number; token: string; client: Client }
export type Written = { url: string; organisation_id: number; password: string }
type Registered = { organisation_id: number; is_new: boolean; password: string | null }

type Filled = {
  /** The usernames that a newcomer may want to be. */
  shown: readonly string[]
  write(to: Written): Promise<void>
}

type DemoOrganisation = {
  /** What the password is derived for. */
  demo: string
  name: string
  timezone: string
  currency: string
  features: Feature[]
  people: Record<string, DemoPerson>
  domain: string
}
