import { createHmac, hash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isCommonPassword } from '#api/people/passwords/common_passwords.ts'
import { hashPassword } from '#api/people/passwords/hash.ts'
import type { Database } from '#db/tables/index.ts'
import { SettingError } from './values.ts'

const FIRST_TRACKER = 'first-tracker'

/** Creates the first platform administrator, organisation and tracker in an empty database. */
export async function seed(db: Kysely<Database>, admin: FirstAdmin): Promise<Seeded | null> {
  if (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) return null
  const password = admin.password ?? randomBytes(12).toString('base64url')
  if (isCommonPassword(password, [admin.email])) {
    throw new SettingError('ADMIN_PASSWORD is one of the first passwords that are tried: choose another.')
  }
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
    await trx
      .insertInto('tracker')
      .values({
        organisation_id: organisation.id,
        number: FIRST_TRACKER,
        name: 'First tracker',
        token_sha256: hash('sha256', firstToken(admin.secret)),
      })
      .execute()
    return { email: admin.email, password, password_was_made: admin.password === null }
  })
}

/** The first tracker, for a quick start, while it still has its initial token. */
export async function firstTracker(
  db: Kysely<Database>,
  secret: string,
): Promise<{ number: string; token: string } | null> {
  const token = firstToken(secret)
  const tracker = await db
    .selectFrom('tracker')
    .select('number')
    .where('number', '=', FIRST_TRACKER)
    .where('token_sha256', '=', hash('sha256', token))
    .executeTakeFirst()
  return tracker ? { number: tracker.number, token } : null
}

/** Every start shows this token but only hashes are stored, so it is derived from the installation's secret. */
const firstToken = (secret: string) => createHmac('sha256', secret).update('the first tracker').digest('base64url')

export type FirstAdmin = { email: string; password: string | null; secret: string }
export type Seeded = { email: string; password: string; password_was_made: boolean }
