import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { afterCommit } from '../crud/transact.ts'

/**
 * Switches off the phones of somebody who has left an organisation, or whose account is switched off or deleted, and ends
 * their connections: nobody is tracked for people they do not belong to. Their history stays the organisation's.
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
 * Other trackers are the organisation's: they go on, and are nobody's in particular. Whoever switches a phone on again
 * makes a new device token for it: the app on it does not report by itself.
 */
export async function leaveTrackers(trx: Trx, user_id: number, organisation_id?: number): Promise<void> {
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
