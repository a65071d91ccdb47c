import { Type } from 'typebox'
import type { ApiContext } from '../../context.ts'
import * as crud from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { lockSignatures, makeDefault, signature } from './signature.ts'

/** The signature that forms begin with. */
export function addDefaultSignature(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['signatures']
  const resource = signature
  const Answer = Type.Array(signature.row)

  app.get('/signature/default', {
    schema: {
      tags,
      summary: 'Read my default signature; 260 and null where there is none',
      response: answers({ 200: signature.row, 260: Type.Null() }),
    },
    async handler(request, reply) {
      const { rows } = await crud.list(db, resource, viewerOf(request), { is_default: true, limit: 1 })
      return rows[0] ? { data: rows[0] } : reply.code(260).send({ data: null })
    },
  })

  app.post('/signature/default', {
    schema: {
      tags,
      summary: 'Make a signature my default',
      body: IdQuery,
      response: answers({ 261: signature.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const { id } = request.body
      await crud.read(db, resource, viewer, id)
      await transact(context, async (trx) => {
        await lockSignatures(trx, viewer.user_id)
        await makeDefault(trx, viewer.user_id, id)
      })
      const data = await crud.read(db, resource, viewer, id)
      return reply.code(261).send({ data, message: 'This signature is your default now.' })
    },
  })

  app.get('/signatures/default', {
    schema: {
      tags,
      summary: 'List the default signatures that I may use: my own',
      response: answers({ 200: Answer, 260: Answer }),
    },
    async handler(request, reply) {
      const { rows } = await crud.list(db, resource, viewerOf(request), { is_default: true })
      return reply.code(rows.length > 0 ? 200 : 260).send({ data: rows })
    },
  })
}
