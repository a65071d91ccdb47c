import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { defineAction } from '../crud/action.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { checkFileName } from './names.ts'
import { readable, serve } from './serving/serve.ts'
import { makeAddress, SignedAddress, signedQuery, viewerOfSigned } from './signed.ts'

const tags = ['files']
const Ids = Type.Array(Id, { maxItems: 200, uniqueItems: true, description: 'Further ones, together in a zip' })
const Params = Type.Object({ file_id: Id }, { additionalProperties: false })
const DownloadBody = Nullable(
  Type.Object(
    { ids: Type.Optional(Ids), name: Type.Optional(Type.String({ maxLength: 255 })) },
    { additionalProperties: false },
  ),
)
const ViewBody = Nullable(
  Type.Object(
    {
      download: Type.Optional(Type.Boolean({ description: 'An address that saves the file' })),
      ids: Type.Optional(Ids),
    },
    { additionalProperties: false },
  ),
)
const ContentQuery = Type.Object(
  { ...signedQuery, ids: Type.Optional(Type.String({ maxLength: 4000, pattern: '^\\d{1,16}(,\\d{1,16})*$' })) },
  { additionalProperties: false },
)

export const linkFile = defineAction({
  method: 'POST',
  path: 'file/:file_id/view',
  tags,
  summary: 'Get an address of a file that works without a token for a minute',
  params: Params,
  body: ViewBody,
  answer: SignedAddress,
  status: 200,
  config: { open_to: ['lapsed'] },
  async run({ context: { db, config }, viewer, body, params: { file_id } }) {
    const { download = false, ids = [] } = body ?? {}
    await readable(db, viewer, unique(file_id, ids))
    return makeAddress(viewer, { of: 'file', id: file_id, download, ids }, config.jwt_secret)
  },
})

/** Reads files: with a token, or by an address that works for a minute, so that the browser itself streams it. */
export function addDownloads(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const bytes = { 200: Type.Any({ description: 'The bytes; of a folder or several files a zip' }) }

  app.post('/file/:file_id/download', {
    config: { open_to: ['lapsed'] },
    schema: { tags, summary: 'Download a file, or a folder as a zip', params: Params, body: DownloadBody },
    async handler(request, reply) {
      const { ids = [], name } = request.body ?? {}
      const viewer = viewerOf(request)
      const served = await readable(db, viewer, unique(request.params.file_id, ids))
      return serve(context, request, reply, served, {
        viewer,
        download: true,
        name: name === undefined ? undefined : checkFileName(name),
      })
    },
  })

  app.get('/file/:file_id/content', {
    schema: {
      tags,
      summary: 'Read a file by a signed address',
      params: Params,
      querystring: ContentQuery,
      security: [],
      response: { ...answers({}), ...bytes },
    },
    async handler(request, reply) {
      const { download = false, ids = '' } = request.query
      const { file_id } = request.params
      const list = ids === '' ? [] : ids.split(',').map(Number)
      const viewer = await viewerOfSigned(context, request, { of: 'file', id: file_id, ids: list })
      const served = await readable(db, viewer, unique(file_id, list))
      return serve(context, request, reply, served, { viewer, download })
    },
  })
}

const unique = (first: number, others: number[]) => [...new Set([first, ...others])]
