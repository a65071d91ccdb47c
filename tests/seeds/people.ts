import { sql } from 'kysely'
import { type Client, createClient } from '#api/client.ts'
import { hashPassword } from '#api/people/passwords/hash.ts'
import { type KeyScope, keyScopes } from '#db/tables/people/api_key.ts'
import type { MembershipRole } from '#db/tables/people/membership.ts'
import { type Network, signIn } from '../network.ts'

export const PASSWORD = 'a password for tests'

/** An organisation with one person of each role, signed in. */
export async function makeOrganisation(network: Network, name: string): Promise<Organisation> {
  const { id } = await network.db.insertInto('organisation').values({ name }).returning('id').executeTakeFirstOrThrow()
  const person = (role: MembershipRole) => makePerson(network, `${name}-${role}`.toLowerCase(), id, role)
  return {
    id,
    administrator: await person('Administrator'),
    staff: await person('Staff'),
    user: await person('User'),
    customer: await person('Customer'),
  }
}

export async function makePerson(
  network: Network,
  username: string,
  organisation_id: number,
  role_name: MembershipRole,
): Promise<Person> {
  const user = await network.db
    .insertInto('user_account')
    .values({
      username,
      email: `${username}@example.com`,
      password_hash: await hashPassword(PASSWORD),
      confirmed_at: sql<string>`now()`,
      email_proved_at: sql<string>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await network.db.insertInto('membership').values({ organisation_id, user_id: user.id, role_name }).execute()
  const token = await signIn(network.url, username, PASSWORD)
  return { id: user.id, username, token, client: createClient({ base: network.url, token: () => token, retries: 0 }) }
}

/** An API key of a person; without `scopes` it has all that there are. */
export async function makeKey({ client }: Person, { organisation_id, scopes, expires_at = null }: NewKey) {
  const { data } = await client.create('apikey', {
    organisation_id,
    name: 'A script',
    scopes: scopes ?? [...keyScopes],
    expires_at,
  })
  return String(data.key)
}
type NewKey = { organisation_id: number; scopes?: KeyScope[]; expires_at?: string | null }

export type Person = { id: number; username: string; token: string; client: Client }
export type Organisation = { id: number } & Record<'administrator' | 'staff' | 'user' | 'customer', Person>
