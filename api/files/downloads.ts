import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { checkFileName } from './names.ts'
import { readable, serve } from './serve.ts'
import { makeAddress, type Signed, SignedAddress, signedQuery, viewerOfAddress } from './signed.ts'

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

/** Reads files: with a token, or by an address that works for a minute, so that the browser itself streams it. */
export function addDownloads(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  const tags = ['files']
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

  app.post('/file/:file_id/view', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags,
      summary: 'Get an address of a file that works without a token for a minute',
      params: Params,
      body: ViewBody,
      response: answers({ 200: SignedAddress }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { download = false, ids = [] } = request.body ?? {}
      const { file_id } = request.params
      await readable(db, viewer, unique(file_id, ids))
      return { data: makeAddress(viewer, { of: 'file', id: file_id, download, ids }, config.jwt_secret) }
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
      const { session, expires, download = false, ids = '', signature } = request.query
      const { file_id } = request.params
      const list = ids === '' ? [] : ids.split(',').map(Number)
      const signed: Signed = { of: 'file', id: file_id, session: session as 'operator', expires, download, ids: list }
      const presented = { signature, secret: config.jwt_secret, ip: request.ip }
      const viewer = await viewerOfAddress(db, signed, presented)
      const served = await readable(db, viewer, unique(file_id, list))
      return serve(context, request, reply, served, { viewer, download })
    },
  })
}

const unique = (first: number, others: number[]) => [...new Set([first, ...others])]
