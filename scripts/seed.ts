import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { hashPassword } from '#api/passwords.ts'

/** Makes the first platform administrator and the first organisation, where there is nobody yet. */
export async function seed(db: Kysely<Database>, admin: { email: string; password: string | null }): Promise<Seeded | null> {
  if (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) return null
  const password = admin.password ?? randomBytes(12).toString('base64url')
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    // Two processes may start on one empty database.
    await sql`lock table user_account in share row exclusive mode`.execute(trx)
    if (await trx.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) return null
    const organisation = await trx
      .insertInto('organisation')
      .values({ name: 'My organisation' })
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

export type Seeded = { email: string; password: string; password_was_made: boolean }
