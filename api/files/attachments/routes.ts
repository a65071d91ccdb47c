import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { type Served, serve } from '../serve.ts'
import { makeAddress, type Signed, SignedAddress, signedQuery, viewerOfAddress } from '../signed.ts'
import { attachment } from './attachment.ts'

const Params = Type.Object({ attachment_id: Id }, { additionalProperties: false })
const ViewBody = Nullable(
  Type.Object(
    { download: Type.Optional(Type.Boolean({ description: 'An address that saves the file' })) },
    { additionalProperties: false },
  ),
)

/**
 * Attachments, and their files: read by the right to see the tracker, boundary or message, which is checked again when
 * the address is used.
 */
export function addAttachments(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  const tags = ['attachments']

  app.post('/attachment/:attachment_id/download', {
    config: { open_to: ['lapsed'] },
    schema: { tags, summary: 'Download an attached file', params: Params },
    async handler(request, reply) {
      const served = await readable(db, viewerOf(request), request.params.attachment_id)
      return serve(context, request, reply, [served], { download: true })
    },
  })

  app.post('/attachment/:attachment_id/view', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags,
      summary: 'Get an address of an attached file that works without a token for a minute',
      params: Params,
      body: ViewBody,
      response: answers({ 200: SignedAddress }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { attachment_id } = request.params
      const { download = false } = request.body ?? {}
      await readable(db, viewer, attachment_id)
      return {
        data: makeAddress(viewer, { of: 'attachment', id: attachment_id, download, ids: [] }, config.jwt_secret),
      }
    },
  })

  app.get('/attachment/:attachment_id/content', {
    schema: {
      tags,
      summary: 'Read an attached file by a signed address',
      params: Params,
      querystring: Type.Object(signedQuery, { additionalProperties: false }),
      security: [],
      response: { ...answers({}), 200: Type.Any({ description: 'The bytes' }) },
    },
    async handler(request, reply) {
      const { session, expires, download = false, signature } = request.query
      const { attachment_id } = request.params
      const signed: Signed = {
        of: 'attachment',
        id: attachment_id,
        session: session as 'operator',
        expires,
        download,
        ids: [],
      }
      const presented = { signature, secret: config.jwt_secret, ip: request.ip }
      const viewer = await viewerOfAddress(db, signed, presented)
      const served = await readable(db, viewer, attachment_id)
      return serve(context, request, reply, [served], { download })
    },
  })
}

/** The file of an attachment that the viewer sees. */
async function readable(db: Db, viewer: Viewer, attachment_id: number): Promise<Served> {
  const row = await db
    .selectFrom('attachment')
    .innerJoin('file as f', 'f.id', 'attachment.file_id')
    .select(['f.id', 'f.organisation_id', 'f.name', 'f.is_folder', 'f.mimetype', 'f.size', 'f.sha256', 'f.content_id'])
    .select('f.scan_state')
    .where('attachment.id', '=', attachment_id)
    .where(attachment.reads(viewer))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such attachment.', 'attachment_id')
  return row
}
