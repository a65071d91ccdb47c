import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { KeyRing } from '#db/keys/ring.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import { notifyAdministrators } from '../../messaging/administrators/notify.ts'
import { type Kind, names } from './connections.ts'
import { ProviderError } from './errors.ts'
import { refreshTokens, type Tokens } from './xero/oauth.ts'

/** A token this close to its end is refreshed before it is used. */
const EARLY_S = 60
const WAIT_MS = 150

/**
 * The access token of a connection to Xero, refreshed where it has ended.
 *
 * One process refreshes at a time: it claims the row (`select … for update`) for as long as a call may take, and the
 * others wait for what it stores. The lock itself is not held during the call: the embedded database has one session.
 * The refresh token stays in the row until the new one is stored, so that it can be used again after a lost answer.
 *
 * @param rejected the version of a token that Xero refused
 * @throws {ProviderError} `disconnected` when the connection has ended, `away` when Xero does not answer
 */
export async function accessToken(context: ApiContext, id: number, rejected?: number): Promise<Access> {
  const { db, keys, config } = context
  const settings = config.providers.xero
  if (!settings) throw new ProviderError('refused', 'This installation has no app at Xero.')
  const lease_s = settings.timeout_s + 10
  for (let waited_s = 0; waited_s <= 2 * lease_s; waited_s += WAIT_MS / 1000) {
    const row = await read(db, id)
    if (row.is_fresh && row.token_version !== rejected)
      return { ...row, access_token: keys.unseal(row.access_sealed, purposes.provider(id)) }
    const claimed = await claim(db, id, row.token_version, lease_s)
    if (claimed) {
      const refresh_token = keys.unseal(row.refresh_sealed, purposes.provider(id))
      return { ...row, ...(await refresh(context, id, row.token_version, refresh_token)) }
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw new ProviderError('away', 'Another process has not renewed the token in time.')
}

/** The columns of a connection with these tokens. */
export function tokenColumns(keys: KeyRing, id: number, { access_token, refresh_token, expires_in_s }: Tokens) {
  const seal = (token: string) => keys.seal(token, purposes.provider(id))
  return {
    access_sealed: seal(access_token),
    refresh_sealed: seal(refresh_token),
    key_id: keys.current,
    token_version: sql<number>`token_version + 1`,
    expires_at: sql<string>`now() + make_interval(secs => ${expires_in_s}::int)`,
    refreshed_at: sql<string>`now()`,
    refresh_leased_until: null,
  }
}

/** Marks a connection as ended by the provider: pushes wait for a new one, and administrators are notified once. */
export async function markBroken(context: ApiContext, id: number, reason: string): Promise<void> {
  await transact(context, async (trx) => {
    const { rows } = await sql<{ organisation_id: number; kind: Kind; version: number }>`
      update provider_connection set state = 'broken', last_error = ${reason}, last_error_at = now(), modified_at = now()
      where id = ${id} and state = 'connected' returning organisation_id, kind, token_version as version`.execute(trx)
    if (!rows[0]) return
    const { organisation_id, kind, version } = rows[0]
    await notifyAdministrators(trx, organisation_id, 'billing', {
      subject: `The connection to ${names[kind]} has ended`,
      text: `${reason} Nothing is written there or read from there until you connect again, on the page of providers.`,
      occasion: `provider ${id} broken ${version}`,
    })
  })
}

async function read(db: Db, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select organisation_id, tenant_id, access_sealed, refresh_sealed, token_version,
      expires_at > now() + make_interval(secs => ${EARLY_S}::int) as is_fresh
    from provider_connection where id = ${id} and kind = 'xero' and state = 'connected' and refresh_sealed is not null`.execute(
    db,
  )
  if (!rows[0]) throw new ProviderError('disconnected', 'The connection to Xero has ended.')
  return rows[0]
}

async function claim(db: Db, id: number, token_version: number, lease_s: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ free: boolean }>`
      select token_version = ${token_version} and state = 'connected' and coalesce(refresh_leased_until < now(), true) as free
      from provider_connection where id = ${id} for update`.execute(trx)
    if (!rows[0]?.free) return false
    await sql`update provider_connection set refresh_leased_until = now() + make_interval(secs => ${lease_s}::int)
      where id = ${id}`.execute(trx)
    return true
  })
}

async function refresh(context: ApiContext, id: number, token_version: number, refresh_token: string): Promise<Stored> {
  const { db, keys, config } = context
  const settings = config.providers.xero!
  let tokens: Tokens
  try {
    tokens = await refreshTokens(settings, refresh_token)
  } catch (error) {
    await sql`update provider_connection set refresh_leased_until = null
      where id = ${id} and token_version = ${token_version}`.execute(db)
    if (error instanceof ProviderError && error.kind === 'disconnected') await markBroken(context, id, error.message)
    throw error
  }
  const stored = await db
    .updateTable('provider_connection')
    .set(tokenColumns(keys, id, tokens))
    .where('id', '=', id)
    .where('token_version', '=', token_version)
    .where('state', '=', 'connected')
    .returning('token_version')
    .executeTakeFirst()
  if (stored) return { access_token: tokens.access_token, ...stored }
  // It was disconnected in the meantime, which has ended the connection at Xero too.
  throw new ProviderError('disconnected', 'The connection to Xero has ended.')
}

type Row = {
  organisation_id: number
  tenant_id: string | null
  access_sealed: string
  refresh_sealed: string
  token_version: number
  is_fresh: boolean
}
type Stored = { access_token: string; token_version: number }
export type Access = Pick<Row, 'organisation_id' | 'tenant_id' | 'token_version'> & { access_token: string }
