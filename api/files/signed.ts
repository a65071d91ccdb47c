import { createHmac, hkdfSync } from 'node:crypto'
import type { Viewer } from '../crud/viewer.ts'

/** How long a signed address begins a download. One that has begun goes to its end. */
export const LIFETIME_S = 60

/**
 * The query of a signed address of a file. It works without a token, so that the browser itself loads it, but only as
 * long as the session that it names.
 */
export function signAddress(signed: Signed, secret: string): string {
  const { session, expires, download, ids } = signed
  const query = new URLSearchParams({ session: String(session), expires: String(expires) })
  if (download) query.set('download', 'true')
  if (ids.length > 0) query.set('ids', ids.join(','))
  query.set('signature', signatureOf(signed, secret))
  return String(query)
}

/** The session in a signed address; the operator has none. */
export const sessionOf = ({ session_id }: Viewer): Signed['session'] => session_id ?? 'operator'

export function signatureOf({ file_id, session, expires, download, ids }: Signed, secret: string): string {
  const text = ['file', file_id, session, expires, download ? 'download' : 'view', ids.join(',')].join(' ')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'addresses of files', 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

export type Signed = {
  file_id: number
  session: number | 'operator'
  /** Seconds since 1970. */
  expires: number
  download: boolean
  /** Of several files: in a zip. */
  ids: number[]
}
