import type { FastifyError } from 'fastify'
import { type Static, Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { remove } from '../../crud/crud.ts'
import type { Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { toAppError } from '../../http/failures.ts'
import { PhonesOfDeleted } from './delete_user.ts'

const Body = Type.Object(
  { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }), phones: Type.Optional(PhonesOfDeleted) },
  { additionalProperties: false },
)

/** What became of one of them: 262, or the status, code and sentence of the refusal. */
const Verdict = Type.Object({
  id: Id,
  status: Type.Integer(),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
})

/** Deletes several accounts, each in a transaction of its own, as `DELETE user` does: one refusal keeps no other. */
export const deleteUsers = defineAction({
  method: 'DELETE',
  path: 'users',
  tags: ['users'],
  summary: 'Delete several users',
  description: 'A verdict for each. The status is 262 if one of them was deleted, and 200 if none was.',
  body: Body,
  answer: Type.Array(Verdict),
  status: [262, 200],
  async run({ context, viewer, body: { ids, ...choice }, resources }) {
    const user = resources.find(({ name }) => name === 'user')!
    const data: Static<typeof Verdict>[] = []
    for (const id of ids) data.push(await verdictOf(context, user, viewer, { id, ...choice }))
    const deleted = data.filter(({ status }) => status === 262).length
    const message = `${deleted} of ${data.length} have been deleted.`
    return answerWith(data, { message, status: deleted > 0 ? 262 : 200 })
  },
})

async function verdictOf(context: ApiContext, user: Resource, viewer: Viewer, body: { id: number }) {
  const { id } = body
  try {
    await remove(context, user, viewer, body)
    return { id, status: 262 }
  } catch (error) {
    const refusal = toAppError(error as FastifyError)
    if (!refusal) throw error
    const { status, code, message } = refusal
    return { id, status, code, message }
  }
}
