import { sql } from 'kysely'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { type Kind, lockConnection } from './connections.ts'
import { cancelPushes } from './pushes.ts'
import { endAtStripe } from './stripe/connect.ts'
import { endAtXero } from './xero/disconnect.ts'

/** @returns why the provider kept its side of the connection; null where it has ended there too */
export async function disconnect(context: ApiContext, viewer: Viewer, organisation_id: number, kind: Kind) {
  const { keys, log } = context
  const left = await transact(context, async (trx) => {
    const before = await lockConnection(trx, organisation_id, kind)
    const { rows } = await sql<{ is_fresh: boolean }>`update provider_connection c set state = 'disconnected',
        access_sealed = null, refresh_sealed = null, webhook_sealed = null, key_id = null, expires_at = null,
        refresh_leased_until = null, token_version = c.token_version + 1, modified_at = now()
      from provider_connection b where b.id = c.id and c.id = ${before.id}
      returning coalesce(b.expires_at > now() + interval '1 minute', false) as is_fresh`.execute(trx)
    await cancelPushes(trx, before.id)
    await trx.deleteFrom('provider_reference').where('provider_connection_id', '=', before.id).execute()
    const begun = trx.deleteFrom('provider_authorisation').where('organisation_id', '=', organisation_id)
    await begun.where('kind', '=', kind).execute()
    if (before.state !== 'disconnected') {
      const about = { organisation_id, entity: 'provider', entity_id: before.id }
      await audit(trx, viewer, 'provider.disconnect', { ...about, details: { kind, tenant: before.tenant_name } })
    }
    return { ...before, ...rows[0]! }
  })
  const open = (sealed: string | null) => (sealed === null ? null : keys.unseal(sealed, purposes.provider(left.id)))
  try {
    const [access_token, refresh_token] = [open(left.access_sealed), open(left.refresh_sealed)]
    if (kind === 'xero' && access_token && refresh_token) {
      await endAtXero(context, { access_token, refresh_token, tenant_id: left.tenant_id, is_fresh: left.is_fresh })
    }
    const webhook_id = (left.settings.webhook_id as string | null) ?? null
    if (kind === 'stripe' && access_token) await endAtStripe(context, { secret_key: access_token, webhook_id })
    return null
  } catch (error) {
    // The secrets are deleted here; the organisation can revoke the authorisation at the provider.
    log.warn({ connection: left.id, reason: (error as Error).message }, 'a provider kept its side of a connection')
    return (error as Error).message
  }
}
