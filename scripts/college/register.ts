import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { addDemoPeople, demoPassword, holdsPassword } from '../demo_people.ts'
import { COLLEGE, people, TIMEZONE } from './people.ts'

/**
 * Finds or creates the demo college and its people. Their password is derived from the installation's secret: only its
 * hash is stored, and each start shows it.
 *
 * @returns `password` is null where it was changed
 */
export async function registerCollege(db: Kysely<Database>, secret: string): Promise<Registered> {
  const password = demoPassword(secret, 'demo college')
  return db.transaction().execute(async (trx) => {
    const holds = await holdsPassword(trx, Object.keys(people)[0]!, password)
    const existing = await trx.selectFrom('organisation').select('id').where('name', '=', COLLEGE).executeTakeFirst()
    if (existing && holds !== null) {
      return { organisation_id: existing.id, is_new: false, password: holds ? password : null }
    }
    const { id } = await trx
      .insertInto('organisation')
      .values({ name: COLLEGE, timezone: TIMEZONE, currency: 'AUD' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('organisation_config')
      .values({ organisation_id: id, features: ['files', 'cpd'] })
      .execute()
    await addDemoPeople(trx, people, { organisation_id: id, password, timezone: TIMEZONE, domain: 'college.example' })
    await joinLast(trx, id)
    return { organisation_id: id, is_new: true, password }
  })
}

/** The platform administrator administers the college, too: their menu offers it after the other organisations. */
async function joinLast(trx: Kysely<Database>, organisation_id: number): Promise<void> {
  await sql`
    insert into membership (organisation_id, user_id, role_name)
    select ${organisation_id}, u.id, 'Administrator'
    from (select id from user_account where platform_admin and active order by id limit 1) u`.execute(trx)
}

export type Registered = { organisation_id: number; is_new: boolean; password: string | null }
