import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import { Id, Timestamp } from '#db/tables/columns.ts'
import { withoutLink } from '#db/tables/files/file.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { auditToken } from '../crud/audit.ts'
import { IdQuery } from '../crud/resource.ts'
import { admit } from '../crud/roles/limit.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import { loadViewer, type Viewer } from '../crud/viewer.ts'
import { networkOf } from '../http/addresses/network_of.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError, wrong } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { writesFiles } from './access.ts'
import { sendEnded, wantsPage } from './ended_link.ts'
import { sendPublicPage } from './public_page.ts'
import { findPublic, type PublicFile, serve } from './serving/serve.ts'
import { findWritable } from './write_access.ts'

const LONGEST_DAYS = 366

const tags = ['files']

/**
 * Public links: a token that shows one file without sign-in, until a time. It is found by its hash, and stored sealed, so
 * that a copy of the database opens nothing.
 */
export const shareFile = defineAction({
  method: 'POST',
  path: 'file/share',
  tags,
  summary: 'Share a file by a public link',
  body: Type.Object(
    { id: Id, public_until: { ...Timestamp, description: `At most ${LONGEST_DAYS} days ahead` } as typeof Timestamp },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    public_url: Type.String({ description: 'Also of the file, for those who may share it' }),
    public_until: Timestamp,
  }),
  status: 201,
  message: 'The file has a public link.',
  config: { lasting: true },
  async run({ context, viewer, body: { id, public_until } }) {
    checkUntil(public_until)
    const public_url = await transact(context, async (trx) => {
      const { is_folder, organisation_id } = await findWritable(trx, viewer, id)
      if (is_folder) throw new AppError('not_possible', 'A folder cannot be shared. Please zip it first.')
      await checkNotPrivate(trx, id)
      return makeLink(trx, context, viewer, { id, organisation_id, public_until })
    })
    return { public_url, public_until }
  },
})

export const endShare = defineAction({
  method: 'DELETE',
  path: 'file/share',
  tags,
  summary: 'End the public link of a file',
  body: IdQuery,
  message: 'The link does not work any more.',
  run: ({ context, viewer, body: { id } }) =>
    transact(context, async (trx) => {
      await findWritable(trx, viewer, id)
      await trx.updateTable('file').set(withoutLink).where('id', '=', id).execute()
    }),
})

/** Makes the public link of a file that the viewer may write. */
export async function makeLink(trx: Trx, context: ApiContext, viewer: Viewer, shared: Shared): Promise<string> {
  const { id, organisation_id, public_until } = shared
  const token = randomBytes(32).toString('base64url')
  await trx
    .updateTable('file')
    .set({
      public_until,
      public_sha256: hash('sha256', token),
      shared_by_user_id: viewer.user_id,
      public_sealed: context.keys.seal(token, purposes.file_link(id)),
    })
    .where('id', '=', id)
    .execute()
  await auditToken(trx, viewer, 'file.share', { organisation_id, entity: 'file', entity_id: id })
  return linkOf(context, token)
}

type Shared = { id: number; organisation_id: number; public_until: string }

export function addPublicFiles(app: TypedApp, context: ApiContext): void {
  const { db } = context
  app.get('/file/public', {
    schema: {
      tags,
      summary: 'Read a file by its public link',
      querystring: Type.Object(
        {
          token: Type.String({ minLength: 1, maxLength: 100 }),
          download: Type.Optional(Type.Boolean()),
          view: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      response: { ...answers({}), 200: Type.Any({ description: 'The bytes' }) },
      security: [],
    },
    async handler(request, reply) {
      const { token, download = false, view = false } = request.query
      const file = await findPublic(db, hash('sha256', token))
      if (!file || !(await stillShared(db, [file])).has(file.id)) {
        await takeAttempt(db, 'token_address', networkOf(request.ip))
        if (wantsPage(request)) return sendEnded(request, reply, false)
        throw new AppError('token_invalid', 'This link does not work, or not any more.', 'token')
      }
      if (file.expired && wantsPage(request)) return sendEnded(request, reply, true)
      if (file.expired) throw new AppError('token_expired', 'This link has expired.', 'token')
      reply.header('x-robots-tag', 'noindex')
      // A person reads from whom it is first; pictures in pages, and programs, get the bytes.
      if (wantsPage(request) && !download && !view) return sendPublicPage(db, request, reply, file)
      return serve(context, request, reply, [file], { download })
    },
  })
}

/** @throws {AppError} not_possible for private evidence, and what was made of it */
async function checkNotPrivate(trx: Trx, id: number): Promise<void> {
  const file = await trx.selectFrom('file').select('id').where('id', '=', id).where(isPrivateEvidence('file')).execute()
  if (file.length > 0)
    throw new AppError('not_possible', 'This is evidence of a private record, which has no public link.')
}

/** Adds the links of files that work, for those who may share the file. One whose key was given up is not known. */
export async function showLinks(context: ApiContext, viewer: Viewer, rows: Record<string, unknown>[]): Promise<void> {
  const { db, keys } = context
  const shared = rows.filter(({ public_until }) => public_until !== null)
  if (shared.length === 0) return
  const ids = shared.map(({ id }) => id as number)
  const links = await db
    .selectFrom('file')
    .select(['id', 'public_sealed', 'shared_by_user_id'])
    .where('id', 'in', ids)
    .where('public_sealed', 'is not', null)
    .where('public_until', '>', sql<string>`now()`)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not ${isPrivateEvidence('file')}`)
    .where(writesFiles(viewer))
    .execute()
  const working = await stillShared(db, links)
  for (const { id, public_sealed } of links) {
    const token = working.has(id) ? tryToOpen(() => keys.unseal(public_sealed!, purposes.file_link(id))) : null
    for (const row of shared) if (row.id === id) row.public_url = token && linkOf(context, token)
  }
}

function tryToOpen(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}

const linkOf = ({ config }: ApiContext, token: string) => `${config.public_url}/api/v1/file/public?token=${token}`

/**
 * A link has the rights of its maker: it ends when they may not change the file any more, or their account ends.
 *
 * @returns the ids of those that have not ended so
 */
async function stillShared(db: Db, files: Pick<PublicFile, 'id' | 'shared_by_user_id'>[]): Promise<Set<number>> {
  const shared = new Set<number>()
  for (const [user_id, made] of Map.groupBy(files, (file) => file.shared_by_user_id)) {
    const person = user_id === null ? null : await loadViewer(db, { user_id })
    if (!person) continue
    const maker = admit(person, 'files', 'write')
    const ids = made.map(({ id }) => id)
    const rows = await db.selectFrom('file').select('id').where('id', 'in', ids).where(writesFiles(maker)).execute()
    for (const { id } of rows) shared.add(id)
  }
  return shared
}

function checkUntil(public_until: string): void {
  const ahead_ms = Date.parse(public_until) - Date.now()
  if (ahead_ms <= 0) throw wrong('public_until', 'must be in the future.')
  if (ahead_ms > LONGEST_DAYS * 86_400_000) throw wrong('public_until', `at most ${LONGEST_DAYS} days ahead.`)
}
