import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientOrigin } from '#db/tables/people/oauth/oauth_client.ts'
import { NotDelivered } from '#messages/providers/provider.ts'
import { requestFrom } from '#messages/providers/request.ts'
import type { ApiContext } from '../../context.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { readMetadata } from './metadata.ts'

/** Registered clients, at most. Those without a grant are deleted after a month. */
const MOST_REGISTERED = 1000
const MOST_DOCUMENTS = 1000
/** A document is read again after it. */
const READ_S = 15 * 60
const MOST_BYTES = 16 * 1024
const TIMEOUT_MS = 5000

/**
 * The client of an id. One whose id is the address of a document (Client ID Metadata Documents) is read from there; only
 * public addresses are connected to, and redirects are not followed.
 *
 * @throws {AppError} not_found, naming the field; bad_request for a document that is not right
 */
export async function findClient(context: Context, client_id: string): Promise<Client> {
  const { db, config } = context
  const stored = await db
    .selectFrom('oauth_client')
    .select(['id', 'client_id', 'name', 'redirect_uris', 'origin'])
    .select(sql<boolean>`coalesce(read_at < now() - make_interval(secs => ${sql.lit(READ_S)}), false)`.as('is_old'))
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  const is_open = { entered: true, document: config.oauth_clients !== 'entered', registered: registers(config) }
  if (stored && !is_open[stored.origin]) throw unknown()
  if (stored && !stored.is_old) return stored
  if (!is_open.document || !isDocument(client_id, config.private_addresses)) throw unknown()
  const metadata = await readDocument(context, client_id)
  return keep(context, { ...metadata, client_id, origin: 'document' })
}

export const registers = ({ oauth_clients }: Pick<ApiContext['config'], 'oauth_clients'>) =>
  oauth_clients === 'registration'

/** RFC 7591. @throws {AppError} bad_request naming the field; not_possible where there are too many */
export async function registerClient(context: Context, given: unknown): Promise<Client> {
  const metadata = await readMetadata(context.db, given)
  const client_id = `rfc_${randomBytes(16).toString('base64url')}`
  return keep(context, { ...metadata, client_id, origin: 'registered' })
}

async function keep({ db }: Context, client: Omit<Client, 'id'>): Promise<Client> {
  const { origin } = client
  const most = origin === 'registered' ? MOST_REGISTERED : MOST_DOCUMENTS
  const { rows } = await sql<{ full: boolean }>`select count(*) >= ${sql.lit(most)} as full from (
    select from oauth_client where origin = ${origin} and client_id <> ${client.client_id} limit ${sql.lit(most)}) c`.execute(
    db,
  )
  if (rows[0]!.full) throw new AppError('not_possible', 'This installation knows as many clients as it may have.')
  const read_at = origin === 'document' ? sql<string>`now()` : null
  const { name, redirect_uris } = client
  return db
    .insertInto('oauth_client')
    .values({ ...client, read_at })
    .onConflict((on) =>
      on.column('client_id').doUpdateSet({ name, redirect_uris, read_at, modified_at: sql<string>`now()` }),
    )
    .returning(['id', 'client_id', 'name', 'redirect_uris', 'origin'])
    .executeTakeFirstOrThrow()
}

/** An address with a path, as text already in the form that is connected to. */
function isDocument(client_id: string, allow_private: boolean): boolean {
  if (client_id.length > 500 || !URL.canParse(client_id)) return false
  const { protocol, pathname, search, hash, username, password, href } = new URL(client_id)
  const is_plain = !search && !hash && !username && !password && href === client_id && pathname !== '/'
  return is_plain && (protocol === 'https:' || (allow_private && protocol === 'http:'))
}

async function readDocument({ db, config }: Context, client_id: string) {
  const headers = { accept: 'application/json', 'user-agent': 'ringfence' }
  const { status, type, text } = await requestFrom(client_id, {
    method: 'GET',
    headers,
    body: '',
    allow_private: config.private_addresses,
    timeout_ms: TIMEOUT_MS,
    most_bytes: MOST_BYTES,
  }).catch((error) => {
    const why = error instanceof NotDelivered ? error.message : 'it does not answer'
    throw wrong('client_id', `the document of this client cannot be read: ${why}.`)
  })
  if (status !== 200 || !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    throw wrong('client_id', `the document of this client cannot be read: it answers ${status} ${type.slice(0, 50)}.`)
  }
  const document = parse(text)
  // Another document could be given there by whom else may write below that host.
  if (document.client_id !== client_id) throw wrong('client_id', 'the document of this client names another client.')
  return readMetadata(db, document)
}

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    if (value && typeof value === 'object' && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw wrong('client_id', `the document of this client is not an object of JSON below ${MOST_BYTES / 1024} kB.`)
}

const unknown = () =>
  new AppError(
    'not_found',
    'This program is not known here. Please ask who runs this website to enter it.',
    'client_id',
  )

type Context = Pick<ApiContext, 'db' | 'config'>
export type Client = { id: number; client_id: string; name: string; redirect_uris: string[]; origin: ClientOrigin }
