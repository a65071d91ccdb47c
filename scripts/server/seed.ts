import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { hashPassword } from '#api/people/passwords/hash.ts'
import { weaknessOf } from '#api/people/passwords/weakness.ts'
import type { Database } from '#db/tables/index.ts'
import { SettingError } from './values.ts'

/** Creates the first platform administrator and organisation in an empty database. */
export async function seed(db: Kysely<Database>, admin: FirstAdmin): Promise<Seeded | null> {
  if (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) return null
  const password = admin.password ?? randomBytes(12).toString('base64url')
  const weakness = weaknessOf(password, [admin.email])
  if (weakness) throw new SettingError(`ADMIN_PASSWORD: ${weakness}`)
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    // Two processes may start on the same empty database.
    await sql`lock table user_account in share row exclusive mode`.execute(trx)
    if (await trx.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) return null
    const organisation = await trx
      .insertInto('organisation')
      .values({ name: 'My organisation', trusted_at: sql<string>`now()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const user = await trx
      .insertInto('user_account')
      .values({
        username: admin.email.split('@')[0]!.padEnd(3, '_'),
        email: admin.email,
        name: 'Administrator',
        password_hash,
        platform_admin: true,
        confirmed_at: sql<string>`now()`,
        // The operator vouches for this address.
        email_proved_at: sql<string>`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('membership')
      .values({ organisation_id: organisation.id, user_id: user.id, role_name: 'Administrator' })
      .execute()
    return { email: admin.email, password, password_was_made: admin.password === null }
  })
}

/**
 * Finds the active platform administrator with this e-mail address, for a sign-in link. Accounts with a second factor
 * are left out: the link would skip it.
 *
 * @returns the user's id, or null
 */
export async function findAdmin(db: Kysely<Database>, email: string): Promise<number | null> {
  const admin = await db
    .selectFrom('user_account')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('platform_admin', '=', true)
    .where('active', '=', true)
    .where('confirmed_at', 'is not', null)
    .where('totp_enabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return admin?.id ?? null
}

export type FirstAdmin = { email: string; password: string | null }
export type Seeded = { email: string; password: string; password_was_made: boolean }
