import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import type { ApiContext } from '../../context.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { parseRange } from '../../http/ranges.ts'
import { readsFiles } from '../access.ts'
import { checkScanned, readContent } from '../contents.ts'
import { inline } from '../sniff.ts'
import { rightsCheck } from './kept_rights.ts'
import { listForZip, zipStream } from './zip_stream.ts'

/** Files that the viewer may read; all of them, or it is 404. */
export async function readable(db: Db, viewer: Viewer, ids: number[]): Promise<Served[]> {
  const rows = await db
    .selectFrom('file')
    .select(['id', 'organisation_id', 'name', 'is_folder', 'mimetype', 'size', 'sha256', 'content_id', 'scan_state'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(readsFiles(viewer))
    .execute()
  const missing = ids.some((id) => !rows.some((row) => row.id === id))
  if (missing) throw new AppError('not_found', 'There is no such file.', 'id')
  return ids.map((id) => rows.find((row) => row.id === id)!)
}

/** Sends a file, or a folder or several files as a zip that is made on the way, of what the viewer reads. */
export async function serve(
  { db, contents }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served[],
  { download, name, viewer }: { download: boolean; name?: string | undefined; viewer?: Viewer },
) {
  const [first] = served
  if (viewer && (served.length > 1 || first!.is_folder)) {
    const entries = await listForZip(
      db,
      viewer,
      served.map(({ id }) => id),
    )
    const filename = name ?? `${served.length > 1 ? 'files' : first!.name}.zip`
    reply.header('content-type', 'application/zip').header('content-disposition', contentDisposition(filename))
    return secure(reply, 'application/zip').send(
      zipStream(db, contents, entries, { check: rightsCheck(db, viewer, first!.organisation_id) }),
    )
  }
  return serveFile({ db, contents }, request, reply, first!, download)
}

/** Sends a file, or a range of it. */
async function serveFile(
  { db, contents }: Pick<ApiContext, 'db' | 'contents'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Served,
  download: boolean,
) {
  checkScanned(file)
  const { size, sha256 } = file
  const content = await readContent(db, file.content_id!)
  const mimetype = file.mimetype ?? 'application/octet-stream'
  const is_inline = !download && inline.has(mimetype)
  const etag = `"${sha256}"`
  secure(reply, mimetype)
    .header('content-type', mimetype.startsWith('text/') ? `${mimetype}; charset=utf-8` : mimetype)
    .header('content-disposition', contentDisposition(file.name, { type: is_inline ? 'inline' : 'attachment' }))
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
  // A download that continues after the file has changed begins again.
  const if_range = request.headers['if-range']
  const range = if_range && if_range !== etag ? null : parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .removeHeader('content-disposition')
      .type('application/json')
      .send({ message: `The file has ${size} bytes.`, code: 'bad_request' })
  }
  if (range) {
    const { start, end } = range
    reply
      .code(206)
      .header('content-range', `bytes ${start}-${end - 1}/${size}`)
      .header('content-length', end - start)
    return reply.send(contents.read(content, range))
  }
  return reply.header('content-length', size).send(contents.read(content))
}

/**
 * The file comes from the server's own origin, so nothing in it may run: neither scripts of a page or a vector picture
 * nor what a browser takes for one. Chromium shows no PDF in a sandbox.
 */
function secure(reply: FastifyReply, mimetype: string): FastifyReply {
  const policy =
    mimetype === 'application/pdf'
      ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
      : "sandbox; default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'"
  return reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
}

/** The file of a public link. Its token is a right as long as its maker has theirs, and never to private evidence. */
export async function findPublic(db: Db, public_sha256: string): Promise<PublicFile | undefined> {
  return db
    .selectFrom('file')
    .select(['id', 'organisation_id', 'name', 'is_folder', 'mimetype', 'size', 'sha256', 'content_id', 'scan_state'])
    .select('shared_by_user_id')
    .select(sql<boolean>`public_until <= now()`.as('expired'))
    .where('public_sha256', '=', public_sha256)
    .where(sql<boolean>`not ${isPrivateEvidence('file')}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type Served = {
  id: number
  organisation_id: number
  name: string
  is_folder: boolean
  mimetype: string | null
  size: number
  sha256: string | null
  content_id: number | null
  scan_state: string
}
export type PublicFile = Served & { shared_by_user_id: number | null; expired: boolean }
