import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { askAll } from '../ask_recipients.ts'

const AskBody = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
    address: Type.String({ minLength: 1, maxLength: 254 }),
  },
  { additionalProperties: false },
)

/**
 * Repeats the confirmation request to an address in the organisation's settings that has not answered; any member may,
 * once a day.
 */
export function addRecipientAsk(app: TypedApp, context: ApiContext): void {
  app.post('/recipient/ask', {
    schema: {
      tags: ['recipients'],
      summary: 'Repeat the confirmation request to an address',
      body: AskBody,
      response: answers({ 202: Type.Null() }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { channel, address, ...body } = request.body
      const organisation_id = organisationFor(viewer, body.organisation_id)
      await transact(context, async (trx) => {
        const recipient = await trx
          .selectFrom('recipient')
          .select(['proved_at', 'declined_at'])
          .where('organisation_id', '=', organisation_id)
          .where('channel', '=', channel)
          .where('address', '=', address.toLowerCase())
          .executeTakeFirst()
        if (!recipient) throw new AppError('not_found', 'This address is not in any settings.', 'address')
        if (recipient.declined_at)
          throw new AppError('not_possible', `${address} has declined further requests.`, 'address')
        if (recipient.proved_at) throw new AppError('not_possible', `${address} has agreed already.`, 'address')
        const sent = await askAll(trx, [{ organisation_id, channel, address: address.toLowerCase() }], { again: true })
        if (sent.length > 0) return
        const reason = `${address} cannot be asked now: an address is asked once a day, and the organisation’s requests are limited.`
        throw new AppError('not_possible', reason, 'address')
      })
      return reply.code(202).send({ data: null, message: `${address} is asked again.` })
    },
  })
}
