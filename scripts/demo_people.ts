import { createHmac } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { hashPassword, verifyPassword } from '#api/people/passwords/hash.ts'
import type { Database } from '#db/tables/index.ts'
import type { BillingRole, MembershipRole } from '#db/tables/people/membership.ts'

/** The password of the people of a demo, derived from the installation's secret: each start shows it again. */
export const demoPassword = (secret: string, demo: string) =>
  createHmac('sha256', secret).update(demo).digest('base64url').slice(0, 12)

/**
 * Adds people of a demo to its organisation. They share a password, and so its hash.
 *
 * @param domain of their addresses, under `.example` (RFC 2606), where no mail arrives
 * @returns their ids, by username
 */
export async function addDemoPeople<Username extends string>(
  trx: Transaction<Database>,
  people: Record<Username, DemoPerson>,
  { organisation_id, password, timezone, domain }: Into,
): Promise<Map<Username, number>> {
  const password_hash = await hashPassword(password)
  const ids = new Map<Username, number>()
  for (const username of Object.keys(people) as Username[]) {
    const { name, role_name, billing_role = null }: DemoPerson = people[username]
    const { id } = await trx
      .insertInto('user_account')
      .values({
        username,
        name,
        password_hash,
        timezone,
        email: `${username}@${domain}`,
        // Proved, so that their private records are open to them.
        confirmed_at: sql<string>`now()`,
        email_proved_at: sql<string>`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('membership').values({ organisation_id, user_id: id, role_name, billing_role }).execute()
    ids.set(username, id)
  }
  return ids
}

/** Whether a person of a demo still has the password that was made for them; null where there is no such person. */
export async function holdsPassword(
  trx: Transaction<Database>,
  username: string,
  password: string,
): Promise<boolean | null> {
  const user = await trx
    .selectFrom('user_account')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirst()
  return user ? verifyPassword(password, user.password_hash) : null
}

/** How the people of a demo sign in. */
export type SignIns = { password: string; people: { username: string; part: string }[] }

export type DemoPerson = { name: string; role_name: MembershipRole; billing_role?: BillingRole | null; part: string }

type Into = { organisation_id: number; password: string; timezone: string; domain: string }
