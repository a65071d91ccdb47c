import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { hashPassword, verifyPassword } from '#api/people/passwords/hash.ts'
import type { Database } from '#db/tables/index.ts'
import { COLLEGE, people, TIMEZONE } from './people.ts'

/**
 * Finds or creates the demo college and its people. Their password is derived from the installation's secret: only its
 * hash is stored, and each start shows it.
 *
 * @returns `password` is null where it was changed
 */
export async function registerCollege(db: Kysely<Database>, secret: string): Promise<Registered> {
  const password = createHmac('sha256', secret).update('demo college').digest('base64url').slice(0, 12)
  const found = await db
    .selectFrom('membership as m')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['o.id', 'u.password_hash'])
    .where('o.name', '=', COLLEGE)
    .where('u.username', '=', Object.keys(people)[0]!)
    .executeTakeFirst()
  if (found) {
    const holds = await verifyPassword(password, found.password_hash)
    return { organisation_id: found.id, is_new: false, password: holds ? password : null }
  }
  // One hash for all: they share the password.
  const password_hash = await hashPassword(password)
  const organisation_id = await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('organisation')
      .values({ name: COLLEGE, timezone: TIMEZONE, currency: 'AUD' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('organisation_config')
      .values({ organisation_id: id, features: ['files', 'cpd'] })
      .execute()
    for (const [username, { name, role_name }] of Object.entries(people)) {
      const user = await trx
        .insertInto('user_account')
        .values({
          username,
          name,
          password_hash,
          timezone: TIMEZONE,
          email: `${username}@college.example`,
          // Proved, so that their private records are open to them. No mail arrives below .example.
          confirmed_at: sql<string>`now()`,
          email_proved_at: sql<string>`now()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx.insertInto('membership').values({ organisation_id: id, user_id: user.id, role_name }).execute()
    }
    await joinLast(trx, id)
    return id
  })
  return { organisation_id, is_new: true, password }
}

/** The platform administrator administers the college, too: their menu offers it after the other organisations. */
async function joinLast(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  await sql`
    insert into membership (organisation_id, user_id, role_name)
    select ${organisation_id}, u.id, 'Administrator'
    from (select id from user_account where platform_admin and active order by id limit 1) u`.execute(trx)
}

export type Registered = { organisation_id: number; is_new: boolean; password: string | null }
