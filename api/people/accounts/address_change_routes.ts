import { Type } from 'typebox'
import { Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { answerAddressChange, findAddressChange } from './address_change.ts'
import { TokenBody } from './bodies.ts'

const agree = Type.Boolean({ description: 'False stops the change' })

/** A change of address that others have asked for: its person confirms or stops it. */
export function addAddressChange(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['users']
  const stopped = 'The address stays as it is.'
  const agreed = 'The address changes once the link that was mailed to the new one is followed.'

  app.post('/email/waiting/token', {
    schema: {
      tags,
      summary: 'Read the change of address that a link to the old address is about',
      body: TokenBody,
      response: answers({ 200: Type.Object({ email: Type.String(), due_at: Timestamp }) }),
      security: [],
    },
    async handler(request) {
      await takeAttempt(db, 'token_address', request.ip)
      const { email, due_at } = await findAddressChange(db, request.body.token)
      return { data: { email, due_at } }
    },
  })

  app.post('/email/waiting/answer', {
    schema: {
      tags,
      summary: 'Confirm or stop a change of address, by the link to the old address',
      body: Type.Object({ ...TokenBody.properties, agree }, { additionalProperties: false }),
      response: answers({ 261: Type.Null() }),
      security: [],
    },
    async handler(request, reply) {
      await takeAttempt(db, 'token_address', request.ip)
      const { token, agree } = request.body
      await transact(context, async (trx) => {
        const { user_id } = await findAddressChange(trx, token)
        await answerAddressChange(trx, { user_id, ip: request.ip }, agree)
      })
      return reply.code(261).send({ data: null, message: agree ? agreed : stopped })
    },
  })

  app.post('/email/waiting', {
    schema: {
      tags,
      summary: 'Confirm or stop the change of my address that others have asked for',
      body: Type.Object({ agree }, { additionalProperties: false }),
      response: answers({ 261: Type.Null() }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkNotImpersonating(viewer)
      const { agree } = request.body
      if (agree && !viewer.opens_private) {
        throw new AppError('forbidden', 'Please follow the link that was mailed to the present address.', 'agree')
      }
      await transact(context, (trx) => answerAddressChange(trx, viewer, agree))
      return reply.code(261).send({ data: null, message: agree ? agreed : stopped })
    },
  })
}
