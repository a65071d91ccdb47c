import { createHmac, hkdfSync } from 'node:crypto'
import { type Static, type TObject, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Timestamp } from '#db/tables/columns.ts'
import { isSame } from '#messages/signature.ts'
import type { ApiContext } from '../context.ts'
import { admit, type Place } from '../crud/roles/limit.ts'
import { loadViewer, type Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'

/** How long a signed address begins a download. One that has begun goes to its end. */
export const LIFETIME_S = 60

/** The query of a signed address. */
export const signedQuery = {
  session: Type.String({ maxLength: 20 }),
  expires: Type.Integer(),
  download: Type.Optional(Type.Boolean()),
  signature: Type.String({ maxLength: 100 }),
}
export const SignedAddress = Type.Object({ url: Type.String(), expires_at: Timestamp })

/** Makes an address of a file, which begins a download within a minute. */
export function makeAddress(viewer: Viewer, what: What, secret: string, now_ms = Date.now()) {
  const expires = Math.floor(now_ms / 1000) + LIFETIME_S
  const query = signAddress({ ...what, session: sessionOf(viewer), expires }, secret)
  return { url: `/api/v1/${what.of}/${what.id}/content?${query}`, expires_at: new Date(expires * 1000).toISOString() }
}

/**
 * The person for whom an address was signed, with the rights of now.
 *
 * @throws {AppError} token_invalid, token_expired; not_found once the session has ended
 */
export async function viewerOfAddress(db: Db, signed: Signed, { signature, secret, ip }: Presented): Promise<Viewer> {
  if (!isSame(signature, signatureOf(signed, secret))) {
    throw new AppError('token_invalid', 'This address is not valid.')
  }
  if (signed.expires * 1000 < Date.now()) throw new AppError('token_expired', 'This address has expired.')
  const { session } = signed
  const identity = session === 'operator' ? { operator: true as const } : { session_id: Number(session) }
  const viewer = await loadViewer(db, identity, ip)
  if (!viewer || viewer.lacks_second_factor || viewer.password_change_required) {
    throw new AppError('not_found', 'There is no such file.')
  }
  return admit(viewer, placeOf(signed.of), 'read')
}

function placeOf(of: Signed['of']): Place {
  if (of === 'export') return 'self'
  return of.startsWith('cpd/') ? 'cpd' : 'files'
}

/** Same, for a request by such an address. */
export function viewerOfSigned({ db, config }: ApiContext, request: SignedRequest, { of, id, ids = [] }: Readable) {
  const { session, expires, download = false, signature } = request.query
  const signed: Signed = { of, id, session: session as 'operator', expires, download, ids }
  return viewerOfAddress(db, signed, { signature, secret: config.jwt_secret, ip: request.ip })
}

/**
 * The query of a signed address of a file. It works without a token, so that the browser itself loads it, but only as
 * long as the session that it names.
 */
function signAddress(signed: Signed, secret: string): string {
  const { session, expires, download, ids } = signed
  const query = new URLSearchParams({ session: String(session), expires: String(expires) })
  if (download) query.set('download', 'true')
  if (ids.length > 0) query.set('ids', ids.join(','))
  query.set('signature', signatureOf(signed, secret))
  return String(query)
}

/** The session in a signed address; the operator has none. */
const sessionOf = ({ session_id }: Viewer): Signed['session'] => session_id ?? 'operator'

function signatureOf({ of, id, session, expires, download, ids }: Signed, secret: string): string {
  const text = [of, id, session, expires, download ? 'download' : 'view', ids.join(',')].join(' ')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'addresses of files', 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

export type Signed = {
  /** The right that the address grants: to the file, or to its record. The first segment of the path. */
  of: 'file' | 'attachment' | 'export' | 'cpd/report' | `cpd/evidence/${string}`
  /** Of an export: the organisation, or 0 for the person's own data. Of a report: the plan. */
  id: number
  session: number | 'operator'
  /** Seconds since 1970. */
  expires: number
  download: boolean
  /** Of several files: in a zip. */
  ids: number[]
}

type Presented = { signature: string; secret: string; ip: string }
type What = Pick<Signed, 'of' | 'id' | 'download' | 'ids'>
type Readable = Pick<Signed, 'of' | 'id'> & { ids?: number[] }
type SignedRequest = { query: Static<TObject<typeof signedQuery>>; ip: string }
