import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { purposes } from '#db/tables/purposes.ts'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../../context.ts'
import { audit } from '../../../crud/audit.ts'
import { transact } from '../../../crud/transact.ts'
import type { Viewer } from '../../../crud/viewer.ts'
import { AppError } from '../../../http/errors.ts'
import type { XeroSettings } from '../../../http/provider_settings.ts'
import { connectable } from '../access.ts'
import { lockConnection } from '../connections.ts'
import { queueAgain } from '../pushes.ts'
import { tokenColumns } from '../tokens.ts'
import { callXero } from './client.ts'
import { beginAuthorization, exchangeCode, type Tokens } from './oauth.ts'

const LIFETIME_S = 15 * 60

/** @returns the address at Xero for the person's browser */
export async function beginXero(
  { db, keys, config }: ApiContext,
  viewer: Viewer,
  organisation_id: number,
): Promise<Begun> {
  const { url, state, code_verifier } = await beginAuthorization(settingsOf(config), redirectOf(config))
  const state_sha256 = hash('sha256', state)
  await db
    .deleteFrom('provider_authorisation')
    .where('expires_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
  const { expires_at } = await db
    .insertInto('provider_authorisation')
    .values({
      organisation_id,
      kind: 'xero',
      user_id: viewer.user_id,
      state_sha256,
      verifier_sealed: keys.seal(code_verifier, purposes.provider_authorization(state_sha256)),
      expires_at: sql<string>`now() + make_interval(secs => ${LIFETIME_S}::int)`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { url, expires_at }
}

/**
 * Takes the answer that the browser brings back. It belongs to the person who began, works once, and the code only with
 * the verifier that never left the server (PKCE).
 *
 * @returns the organisation
 * @throws {AppError} forbidden for a foreign or used state, token_expired, not_possible where it was refused at Xero
 */
export async function finishXero(
  context: ApiContext,
  viewer: Viewer,
  { state, code, error }: Callback,
): Promise<number> {
  const { db, keys, config } = context
  const settings = settingsOf(config)
  const state_sha256 = hash('sha256', state)
  const begun = await db
    .deleteFrom('provider_authorisation')
    .where('state_sha256', '=', state_sha256)
    .where('user_id', '=', viewer.user_id)
    .where('kind', '=', 'xero')
    .returning(['organisation_id', 'verifier_sealed', sql<boolean>`expires_at < now()`.as('is_expired')])
    .executeTakeFirst()
  if (!begun) throw new AppError('forbidden', 'This answer belongs to no connection that you have begun.', 'state')
  await connectable(db, viewer, begun.organisation_id)
  if (begun.is_expired) throw new AppError('token_expired', 'This took too long. Please connect again.', 'state')
  if (code === undefined) throw new AppError('not_possible', refusalOf(error))
  const code_verifier = keys.unseal(begun.verifier_sealed, purposes.provider_authorization(state_sha256))
  const redirect_uri = redirectOf(config)
  const tokens = await exchangeCode(settings, { redirect_uri, code, state, code_verifier })
  await store(context, viewer, begun.organisation_id, tokens)
  return begun.organisation_id
}

async function store(context: ApiContext, viewer: Viewer, organisation_id: number, tokens: Tokens): Promise<void> {
  const { keys, config } = context
  const xero = settingsOf(config)
  const call = { method: 'GET' as const, path: 'connections', access_token: tokens.access_token }
  const listed = await callXero<Listed[]>(xero, call)
  const tenants = listed
    .filter(({ tenantType }) => tenantType === 'ORGANISATION')
    .map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName }))
    .slice(0, 200)
  if (tenants.length === 0) throw new AppError('not_possible', 'No organisation was chosen at Xero.')
  await transact(context, async (trx) => {
    const locked = await lockConnection(trx, organisation_id, 'xero')
    // The books connected before, or the only ones; otherwise an administrator selects.
    const tenant = tenants.find(({ id }) => id === locked.tenant_id) ?? (tenants.length === 1 ? tenants[0]! : null)
    const is_same = tenant !== null && tenant.id === locked.tenant_id
    await trx
      .updateTable('provider_connection')
      .set({
        ...tokenColumns(keys, locked.id, tokens),
        state: 'connected',
        tenant_id: tenant?.id ?? null,
        tenant_name: tenant?.name ?? null,
        settings: JSON.stringify({ ...(is_same && locked.settings), tenants }) as never,
        scopes: tokens.scopes.split(' ').filter(Boolean),
        last_error: null,
        last_error_at: null,
        ...(!is_same && { changes_read_to: null, events_read_at: null }),
        connected_by: viewer.user_id,
        connected_at: sql<string>`now()`,
        modified_at: sql<string>`now()`,
      })
      .where('id', '=', locked.id)
      .execute()
    await trx.deleteFrom('provider_reference').where('provider_connection_id', '=', locked.id).execute()
    if (is_same) await queueAgain(trx, sql`o.provider_connection_id = ${locked.id} and o.state = 'cancelled'`)
    const details = { kind: 'xero', tenant: tenant?.name ?? null }
    await audit(trx, viewer, 'provider.connect', { organisation_id, entity: 'provider', entity_id: locked.id, details })
  })
}

function settingsOf({ providers }: ApiContext['config']): XeroSettings {
  if (providers.xero) return providers.xero
  throw new AppError('not_implemented', 'This installation has no app at Xero: XERO_CLIENT_ID is not set.')
}

const redirectOf = ({ public_url }: ApiContext['config']) => linksTo(public_url).providerCallback()

const refusalOf = (error: string | undefined) =>
  error === 'access_denied' ? 'The connection was not allowed at Xero.' : `Xero refused: ${error ?? 'no reason given'}.`

type Begun = { url: string; expires_at: string }
type Callback = { state: string; code?: string | undefined; error?: string | undefined }
type Listed = { tenantId: string; tenantName: string; tenantType: string }
