import { hash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { checkQuotas } from '../../crud/quotas.ts'
import { rows } from '../../crud/rows.ts'
import { checkKeysAllowed } from '../../crud/session/keys_allowed.ts'
import { ACCESS_PREFIX } from '../../crud/session/tokens.ts'
import { transact } from '../../crud/transact.ts'
import { loadViewer, type Viewer } from '../../crud/viewer.ts'
import { checkMember, endKey, keyQuotas } from '../keys/apikey.ts'
import { issueRefreshToken, replaceRefreshToken } from '../sessions/refresh_tokens.ts'
import { openSession } from '../sessions/sessions.ts'
import type { Client } from './clients.ts'
import { hostOf } from './redirects.ts'
import { isOurResource } from './resource.ts'

const CODE_S = 60
const ACCESS_S = 3600
/** A grant ends that is not used for this long. */
const UNUSED_DAYS = 90

/**
 * Makes the API key of a consent, which lists, revocations and the rights of its person hold for. It lasts a minute, until
 * the client has exchanged the code.
 *
 * @returns the code; only its hash is stored
 */
export async function beginGrant(trx: Trx, viewer: Viewer, { client, ...asked }: Consent): Promise<string> {
  const { redirect_uri, code_challenge } = asked
  const organisation_id = checkMember(viewer, asked.organisation_id)
  await checkKeysAllowed(trx, viewer.user_id, organisation_id)
  await dropUnused(trx, viewer.user_id)
  const expires_at = new Date(Date.now() + CODE_S * 1000).toISOString()
  const key = { organisation_id, user_id: viewer.user_id, name: client.name, scopes: ['read' as const], expires_at }
  const { id } = await rows(trx, 'api_key').insert({ ...key, prefix: ACCESS_PREFIX })
  await openSession(trx, { user_id: viewer.user_id, api_key_id: id, expires_at, ip: viewer.ip ?? '' })
  const code = randomBytes(32).toString('base64url')
  const oauth_client_id = client.id
  await trx
    .insertInto('oauth_grant')
    .values({ api_key_id: id, oauth_client_id, redirect_uri, code_challenge, code_sha256: hash('sha256', code) })
    .execute()
  await checkQuotas(trx, viewer, keyQuotas, organisation_id)
  const details = { name: client.name, client: client.client_id, redirect: hostOf(redirect_uri) }
  await audit(trx, viewer, 'apikey.grant', { organisation_id, entity: 'apikey', entity_id: id, details })
  return code
}

/** Of consents whose client has not come: they would fill the person's quota. */
const dropUnused = (trx: Trx, user_id: number) =>
  sql`delete from api_key k using oauth_grant g where g.api_key_id = k.id and k.user_id = ${user_id}
    and k.expires_at < now()`.execute(trx)

/** Exchanges a code, once (RFC 6749 §4.1.3). A code that comes back ends the grant: one of the two has stolen it. */
export function exchangeCode(context: ApiContext, ip: string, given: Parameters): Promise<Outcome> {
  const { code = '', client_id, redirect_uri, code_verifier = '', resource } = given
  return transact(context, async (trx) => {
    const grant = await grantWhere(trx, sql`g.code_sha256 = ${hash('sha256', code)}`)
    if (!grant || grant.client_id !== client_id) return refusal('invalid_grant', 'code: is not known.')
    if (grant.code_used_at !== null) {
      await endGrant(trx, grant, ip)
      return refusal('invalid_grant', 'code: was used before; the grant has ended.')
    }
    if (grant.redirect_uri !== redirect_uri) return refusal('invalid_grant', 'redirect_uri: is another.')
    if (!isOurResource(context.config.public_url, resource)) return refusal('invalid_target', 'resource: is another.')
    const is_verifier = /^[\w.~-]{43,128}$/.test(code_verifier)
    if (!is_verifier || hash('sha256', code_verifier, 'base64url') !== grant.code_challenge) {
      return refusal('invalid_grant', 'code_verifier: is not the one of the code.')
    }
    // Its session ends with the code, and with the membership.
    if (!(await loadViewer(trx, { session_id: grant.session_id }, ip))) {
      return refusal('invalid_grant', 'code: has expired.')
    }
    return issue(trx, grant, await issueRefreshToken(trx, grant.session_id))
  })
}

/** Replaces a refresh token. One that was replaced before ends the grant. */
export function refreshGrant(context: ApiContext, ip: string, given: Parameters): Promise<Outcome> {
  const { refresh_token = '', client_id, resource } = given
  return transact(context, async (trx) => {
    const grant = await grantWhere(trx, isOfRefreshToken(refresh_token))
    if (!grant || grant.client_id !== client_id) return refusal('invalid_grant', 'refresh_token: is not known.')
    if (!isOurResource(context.config.public_url, resource)) return refusal('invalid_target', 'resource: is another.')
    if (!(await loadViewer(trx, { session_id: grant.session_id }, ip))) {
      return refusal('invalid_grant', 'refresh_token: the grant has ended.')
    }
    const replaced = await replaceRefreshToken(trx, grant.session_id, refresh_token)
    if (!replaced.reused) return issue(trx, grant, replaced.token)
    await endGrant(trx, grant, ip)
    return refusal('invalid_grant', 'refresh_token: was used before; the grant has ended.')
  })
}

/** Ends the grant of either token (RFC 7009); of another client's nothing. */
export async function revokeGrant(context: ApiContext, ip: string, { token = '', client_id }: Parameters) {
  await transact(context, async (trx) => {
    const access = sql`g.access_sha256 = ${hash('sha256', token)}`
    const grant = (await grantWhere(trx, access)) ?? (await grantWhere(trx, isOfRefreshToken(token)))
    if (grant && grant.client_id === client_id) await endGrant(trx, grant, ip)
  })
}

/** Who asks by an access token; null if it has expired, or its grant has ended. */
export async function viewerOfAccess(db: Db, token: string, ip: string): Promise<Viewer | null> {
  const { rows: found } = await sql<{ session_id: number }>`/* session_of_access_token */
    select s.id as session_id from oauth_grant g join session s on s.api_key_id = g.api_key_id
    where g.access_sha256 = ${hash('sha256', token)} and g.access_expires_at > now()`.execute(db)
  return found[0] ? loadViewer(db, found[0], ip) : null
}

/** Locked, so that two at once are one after the other. */
async function grantWhere(trx: Trx, condition: RawBuilder<unknown>): Promise<Grant | undefined> {
  const { rows: found } = await sql<Grant>`
    select g.api_key_id, g.redirect_uri, g.code_challenge, g.code_used_at, k.organisation_id, k.user_id, k.name,
      s.id as session_id, c.client_id
    from oauth_grant g join api_key k on k.id = g.api_key_id join session s on s.api_key_id = k.id
      join oauth_client c on c.id = g.oauth_client_id
    where ${condition} for update of g`.execute(trx)
  return found[0]
}

const isOfRefreshToken = (token: string) =>
  sql`s.id = (select session_id from refresh_token where token_sha256 = ${hash('sha256', token)})`

/** A new access token in place of the one before, and a longer life. */
async function issue(trx: Trx, { api_key_id, session_id }: Grant, refresh_token: string): Promise<Outcome> {
  const access_token = ACCESS_PREFIX + randomBytes(32).toString('base64url')
  const until = sql<string>`now() + make_interval(days => ${sql.lit(UNUSED_DAYS)})`
  await trx
    .updateTable('oauth_grant')
    .set({
      access_sha256: hash('sha256', access_token),
      access_expires_at: sql<string>`now() + make_interval(secs => ${sql.lit(ACCESS_S)})`,
      code_used_at: sql<string>`coalesce(code_used_at, now())`,
    })
    .where('api_key_id', '=', api_key_id)
    .execute()
  await trx.updateTable('api_key').set({ expires_at: until }).where('id', '=', api_key_id).execute()
  await trx.updateTable('session').set({ expires_at: until }).where('id', '=', session_id).execute()
  return { tokens: { access_token, token_type: 'Bearer', expires_in: ACCESS_S, refresh_token, scope: 'read' } }
}

const endGrant = (trx: Trx, { api_key_id, organisation_id, user_id }: Grant, ip: string) =>
  endKey(trx, { user_id, ip }, { id: api_key_id, organisation_id })

const refusal = (error: string, error_description: string): Outcome => ({ error, error_description })

type Consent = { client: Client; redirect_uri: string; code_challenge: string; organisation_id: number }
export type Parameters = { [name: string]: string | undefined }
export type Outcome = { tokens: object } | { error: string; error_description: string }
type Grant = {
  api_key_id: number
  redirect_uri: string
  code_challenge: string
  code_used_at: string | null
  organisation_id: number
  user_id: number
  name: string
  session_id: number
  client_id: string
}
