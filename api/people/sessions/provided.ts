import { type SqlBool, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { endSession } from './sessions.ts'

/**
 * Ends what was begun through a provider: all, or a person's.
 *
 * @param whose.except a session that continues
 */
export async function endProvided(
  trx: Trx,
  provider_id: number,
  { user_id, except = null }: Whose = {},
): Promise<void> {
  const sessions = await trx
    .selectFrom('session')
    .select('id')
    .where('identity_provider_id', '=', provider_id)
    .where('revoked_at', 'is', null)
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id!))
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute()
  for (const { id } of sessions) await endSession(trx, id)
  await trx
    .deleteFrom('provider_sign_in')
    .where('identity_provider_id', '=', provider_id)
    .$if(user_id !== undefined, (query) =>
      query.where(sql<SqlBool>`(user_id = ${user_id} or link_user_id = ${user_id})`),
    )
    .execute()
}

/**
 * Ends what administrators of other organisations could do by their provider: it signed the person in by their address,
 * while they belonged to no other organisation.
 *
 * @param except the session that joins another one
 */
export async function endProvidedByAddress(trx: Trx, user_id: number, except: number | null): Promise<void> {
  const ended = await trx
    .deleteFrom('identity')
    .where('user_id', '=', user_id)
    .where('by_person', '=', false)
    .where(sql<SqlBool>`exists (select from identity_provider p join membership m on m.organisation_id <> p.organisation_id
      where p.id = identity.identity_provider_id and m.user_id = identity.user_id)`)
    .returning('identity_provider_id')
    .execute()
  for (const { identity_provider_id } of ended) {
    await endProvided(trx, identity_provider_id, { user_id, except })
  }
}

/** Those who leave an organisation do not sign in through its providers any more. */
export async function endProvidedBy(trx: Trx, organisation_id: number, user_id: number): Promise<void> {
  const providers = await trx
    .selectFrom('identity_provider')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .execute()
  for (const { id } of providers) {
    await trx.deleteFrom('identity').where('identity_provider_id', '=', id).where('user_id', '=', user_id).execute()
    await endProvided(trx, id, { user_id })
  }
}

type Whose = { user_id?: number; except?: number | null }
