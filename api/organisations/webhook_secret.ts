import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import type { Database } from '#db/tables/index.ts'
import { purposes } from '#db/tables/purposes.ts'
import { contextOf } from '../crud/transact.ts'

/** What is read of a stored secret. Sent back it changes nothing. */
export const MASK = '••••••••'

/**
 * Seals the secret that signs the webhooks of stored settings: the given one, or a new one where there is a webhook
 * and no secret.
 *
 * @param given by the administrator; empty asks for a new one, undefined or the mask for none
 * @returns a new secret, which is shown once
 */
export async function saveWebhookSecret(
  trx: Trx,
  id: number,
  given: string | null | undefined,
): Promise<{ webhook_secret?: string }> {
  const { webhook_url, webhook_sealed } = await trx
    .selectFrom('organisation_config')
    .select(['webhook_url', 'webhook_sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const keeps = given === undefined || given === MASK
  if (keeps && (webhook_sealed !== null || !webhook_url)) return {}
  const own = keeps || !given ? null : given
  const secret = own ?? (webhook_url ? randomBytes(32).toString('base64url') : null)
  await trx
    .updateTable('organisation_config')
    .set({ webhook_sealed: secret && contextOf(trx).keys.seal(secret, purposes.webhook(id)), webhook_secret: null })
    .where('id', '=', id)
    .execute()
  return secret && !own ? { webhook_secret: secret } : {}
}

/** Seals the secrets that were stored in plain before an upgrade. */
export async function sealWebhookSecrets(db: Kysely<Database>, keys: KeyRing): Promise<void> {
  const plain = await db
    .selectFrom('organisation_config')
    .select(['id', 'webhook_secret'])
    .where('webhook_secret', 'is not', null)
    .execute()
  for (const { id, webhook_secret } of plain) {
    const webhook_sealed = keys.seal(webhook_secret!, purposes.webhook(id))
    await db
      .updateTable('organisation_config')
      .set({ webhook_sealed, webhook_secret: null })
      .where('id', '=', id)
      .where('webhook_secret', '=', webhook_secret)
      .execute()
  }
}
