import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Id, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { answerWith, defineAction } from '../crud/action.ts'
import { audit, isWatched } from '../crud/audit.ts'
import * as crud from '../crud/crud.ts'
import { IdQuery } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { attachedSentence } from './attachments/attached.ts'
import { file } from './file.ts'
import { deleteFile } from './tree/changes.ts'
import { settle } from './tree/settle.ts'
import { lockTree } from './tree/tree.ts'
import { uploadContent, uploadedSha256, uploadNew, watchUpload } from './upload.ts'
import { findWritable } from './write_access.ts'

const CreateBody = file.create!.body
const UpdateBody = Type.Object(
  { id: Id, modified_at: Type.Optional(Timestamp), ...file.update!.body.properties },
  { additionalProperties: false },
)
const DeleteBody = Type.Object(
  { id: Id, modified_at: Type.Optional(Timestamp), forever: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const tags = ['files']
const FOLDER_CREATED = 'The folder has been created.'

/** Creating and changing: a file is sent as a form, a folder and a new name as JSON. */
export function addFiles(app: TypedApp, context: ApiContext): void {
  const config = { streams_body: true } as const
  const answer = async (request: FastifyRequest, id: number) => crud.show(context, file, viewerOf(request), id)

  app.put('/file', {
    config,
    schema: {
      tags,
      summary: 'Create a folder (JSON), or upload a file (multipart)',
      body: jsonOrForm(CreateBody, ['organisation_id', 'parent_file_id', 'name', 'hidden', 'on_conflict']),
      response: answers({ 201: file.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      if (!request.isMultipart()) {
        const body = request.body as Static<typeof CreateBody>
        return reply.code(201).send({ data: await crud.create(context, file, viewer, body), message: FOLDER_CREATED })
      }
      watch(context, request, reply)
      if (request.first_answer) return repeat(request, reply)
      const id = await uploadNew(context, viewer, request)
      return reply.code(201).send({ data: await answer(request, id), message: 'The file has been uploaded.' })
    },
  })

  app.post('/file', {
    config,
    schema: {
      tags,
      summary: 'Rename, hide, move or restore (JSON), or upload a new content (multipart)',
      body: jsonOrForm(UpdateBody, ['id', 'modified_at']),
      response: answers({ 261: file.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      if (!request.isMultipart()) {
        const body = request.body as Static<typeof UpdateBody>
        await update(context, viewer, body)
        return reply.code(261).send({ data: await answer(request, body.id), message: 'The file has been updated.' })
      }
      watch(context, request, reply)
      const id = await uploadContent(context, viewer, request)
      return reply.code(261).send({ data: await answer(request, id), message: 'The file has been updated.' })
    },
  })
}

export const removeFile = defineAction({
  method: 'DELETE',
  path: 'file',
  tags,
  summary: 'Move to the trash, or with `forever` delete',
  body: DeleteBody,
  run: ({ context, viewer, body }) => remove(context, viewer, body),
})

/** The calls on a file, for those that are folders: others do not exist here. */
export const readFolder = defineAction({
  method: 'GET',
  path: 'folder',
  tags,
  summary: 'Read a folder',
  query: IdQuery,
  answer: file.row,
  run: ({ context, viewer, query }) => folderOf(context, viewer, query.id),
})

export const makeFolder = defineAction({
  method: 'PUT',
  path: 'folder',
  tags,
  summary: 'Create a folder',
  body: CreateBody,
  answer: file.row,
  message: FOLDER_CREATED,
  checkReplay: (context, viewer, { id }) => folderOf(context, viewer, id),
  run: ({ context, viewer, body }) => crud.create(context, file, viewer, body),
})

export const changeFolder = defineAction({
  method: 'POST',
  path: 'folder',
  tags,
  summary: 'Rename, hide, move or restore a folder',
  body: UpdateBody,
  answer: file.row,
  message: 'The folder has been updated.',
  async run({ context, viewer, body }) {
    const { id } = await folderOf(context, viewer, body.id)
    await update(context, viewer, body)
    return crud.read(context.db, file, viewer, id)
  },
})

export const removeFolder = defineAction({
  method: 'DELETE',
  path: 'folder',
  tags,
  summary: 'Move a folder and what is in it to the trash, or with `forever` delete',
  body: DeleteBody,
  async run({ context, viewer, body }) {
    await folderOf(context, viewer, body.id)
    return remove(context, viewer, body)
  },
})

async function folderOf({ db }: ApiContext, viewer: Viewer, id: number) {
  const folder = await crud.read(db, file, viewer, id)
  if (!folder.is_folder) throw new AppError('not_found', 'There is no such folder.', 'id')
  return folder
}

async function remove(context: ApiContext, viewer: Viewer, body: Static<typeof DeleteBody>) {
  const { id, modified_at, forever = false } = body
  const attached = await transact(context, async (trx) => {
    const { organisation_id } = await findWritable(trx, viewer, id, modified_at, true)
    const sentence = await attachedSentence(trx, viewer, id)
    await deleteFile(trx, viewer, { id, organisation_id }, forever)
    if (isWatched(viewer, organisation_id)) {
      const about = { organisation_id, entity: 'file', entity_id: id, ...(forever && { details: { forever } }) }
      await audit(trx, viewer, 'file.delete', about)
    }
    return sentence
  })
  await settle(context.db, id)
  const message = [forever ? 'It has been deleted.' : 'It is in the trash.', attached].filter(Boolean).join(' ')
  return answerWith(null, { message })
}

/** Unlike `crud.update` it locks the tree before the row: two moves could wait for each other otherwise. */
async function update(context: ApiContext, viewer: Viewer, body: Static<typeof UpdateBody>): Promise<void> {
  const { id, modified_at, ...changes } = body
  await transact(context, async (trx) => {
    const { organisation_id } = await findWritable(trx, viewer, id, modified_at, true)
    await lockTree(trx, organisation_id)
    await findWritable(trx, viewer, id, modified_at, true)
    await file.update!.run(trx, viewer, { id, organisation_id, ...changes }, undefined)
    if (!isWatched(viewer, organisation_id)) return
    const about = { organisation_id, entity: 'file', entity_id: id, details: { fields: Object.keys(changes) } }
    await audit(trx, viewer, 'file.update', about)
  })
  await settle(context.db, id)
}

function watch({ config }: ApiContext, request: FastifyRequest, reply: FastifyReply): void {
  watchUpload(request, config.upload_idle_s, (callback) => reply.raw.once('finish', callback))
}

/** The second of two uploads with the same Idempotency-Key: the same bytes get the first answer again. */
async function repeat(request: FastifyRequest, reply: FastifyReply) {
  const { status, payload } = request.first_answer!
  if ((await uploadedSha256(request)) !== JSON.parse(payload).data.sha256) {
    throw new AppError('conflict', 'Idempotency-Key: was used for something else.', 'Idempotency-Key')
  }
  return reply.code(status).header('idempotency-replayed', 'true').type('application/json').send(payload)
}

/** A form is read by the handler, so no body is validated for it. */
function jsonOrForm(json: TSchema, fields: string[]): TSchema {
  const form = {
    type: ['object', 'null'],
    properties: {
      ...Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
      file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'After all other fields' },
    },
  }
  return {
    content: { 'application/json': { schema: json }, 'multipart/form-data': { schema: form } },
  } as unknown as TSchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route limits its body by progress, not by its whole time. */
    streams_body?: true
  }
}
