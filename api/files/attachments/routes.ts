import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { type Served, serve } from '../serving/serve.ts'
import { makeAddress, SignedAddress, signedQuery, viewerOfSigned } from '../signed.ts'
import { attachment } from './attachment.ts'

const Params = Type.Object({ attachment_id: Id }, { additionalProperties: false })
const ViewBody = Nullable(
  Type.Object(
    { download: Type.Optional(Type.Boolean({ description: 'An address that saves the file' })) },
    { additionalProperties: false },
  ),
)

const tags = ['attachments']

export const linkAttachment = defineAction({
  method: 'POST',
  path: 'attachment/:attachment_id/view',
  tags,
  summary: 'Get an address of an attached file that works without a token for a minute',
  params: Params,
  body: ViewBody,
  answer: SignedAddress,
  status: 200,
  config: { open_to: ['lapsed'] },
  async run({ context: { db, config }, viewer, body, params: { attachment_id } }) {
    await readable(db, viewer, attachment_id)
    const what = { of: 'attachment' as const, id: attachment_id, download: body?.download ?? false, ids: [] }
    return makeAddress(viewer, what, config.jwt_secret)
  },
})

/**
 * Attachments, and their files: read by the right to see what they belong to, which is checked again when
 * the address is used.
 */
export function addAttachments(app: TypedApp, context: ApiContext): void {
  const { db } = context

  app.post('/attachment/:attachment_id/download', {
    config: { open_to: ['lapsed'] },
    schema: { tags, summary: 'Download an attached file', params: Params },
    async handler(request, reply) {
      const served = await readable(db, viewerOf(request), request.params.attachment_id)
      return serve(context, request, reply, [served], { download: true })
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
      const { download = false } = request.query
      const { attachment_id } = request.params
      const viewer = await viewerOfSigned(context, request, { of: 'attachment', id: attachment_id })
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
