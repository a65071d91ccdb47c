import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { afterCommit } from '../crud/transact.ts'

/**
 * Deactivates the phones of a user who leaves an organisation, or whose account is deactivated or deleted, and closes
 * their connections: people are not tracked after they leave. The history stays the organisation's.
 */
export async function switchOffPhones(trx: Trx, user_id: number, organisation_id?: number): Promise<void> {
  const phones = await trx
    .updateTable('tracker')
    .set({ active: false, modified_at: sql`now()` })
    .where('owner_user_id', '=', user_id)
    .$if(organisation_id !== undefined, (query) => query.where('organisation_id', '=', organisation_id!))
    .where('type', '=', 'phone')
    .where('active', '=', true)
    .returning('id')
    .execute()
  for (const { id } of phones) afterCommit(trx, ({ closeTracker }) => closeTracker(id))
}

/**
 * Other trackers stay active and lose their owner. Phones get a new device token, so that a reactivated phone does not
 * report until its owner agrees.
 */
export async function releaseTrackers(trx: Trx, user_id: number, organisation_id?: number): Promise<void> {
  await switchOffPhones(trx, user_id, organisation_id)
  await trx
    .updateTable('tracker')
    .set({ token_sha256: sql<string>`encode(sha256(gen_random_uuid()::text::bytea), 'hex')` })
    .where('owner_user_id', '=', user_id)
    .$if(organisation_id !== undefined, (query) => query.where('organisation_id', '=', organisation_id!))
    .where('type', '=', 'phone')
    .execute()
  await trx
    .updateTable('tracker')
    .set({ owner_user_id: null, modified_at: sql`now()` })
    .where('owner_user_id', '=', user_id)
    .$if(organisation_id !== undefined, (query) => query.where('organisation_id', '=', organisation_id!))
    .where('type', '!=', 'phone')
    .execute()
}
