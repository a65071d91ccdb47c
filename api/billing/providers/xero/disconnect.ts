import type { ApiContext } from '../../../context.ts'
import { callXero } from './client.ts'
import { refreshTokens, revokeTokens } from './oauth.ts'

/**
 * Ends the connection at Xero with tokens that the database has no more. Only these books are taken from the app: to
 * revoke the tokens would take from it all that their person has connected, also for other organisations here.
 *
 * @throws {ProviderError} where Xero does not answer; its person can end the connection there
 */
export async function endAtXero({ db, config }: ApiContext, left: Left): Promise<void> {
  const settings = config.providers.xero
  if (!settings) return
  const shared = await db
    .selectFrom('provider_connection')
    .select('id')
    .where('kind', '=', 'xero')
    .where('tenant_id', '=', left.tenant_id)
    .where('state', '=', 'connected')
    .executeTakeFirst()
  if (shared) return
  const tokens = left.is_fresh ? left : await refreshTokens(settings, left.refresh_token)
  const { access_token, refresh_token } = tokens
  const listed = await callXero<{ id: string; tenantId: string }[]>(settings, {
    method: 'GET',
    path: 'connections',
    access_token,
  })
  const [ours, others] = [
    listed.filter(({ tenantId }) => tenantId === left.tenant_id),
    listed.filter(({ tenantId }) => tenantId !== left.tenant_id),
  ]
  for (const { id } of ours) await callXero(settings, { method: 'DELETE', path: `connections/${id}`, access_token })
  if (others.length === 0) await revokeTokens(settings, refresh_token)
}

type Left = {
  tenant_id: string | null
  access_token: string
  refresh_token: string
  /** Whether the access token works still. */
  is_fresh: boolean
}
