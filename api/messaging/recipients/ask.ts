import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { askAll } from '../ask_recipients.ts'

/**
 * Repeats the confirmation request to an address in the organisation's settings that has not answered; any member may,
 * once a day.
 */
export const askRecipient = defineAction({
  method: 'POST',
  path: 'recipient/ask',
  tags: ['recipients'],
  summary: 'Repeat the confirmation request to an address',
  body: Type.Object(
    {
      organisation_id: Type.Optional(Id),
      channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
      address: Type.String({ minLength: 1, maxLength: 254 }),
    },
    { additionalProperties: false },
  ),
  status: 202,
  async run({ context, viewer, body: { channel, address, ...body } }) {
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
      if (recipient.declined_at) throw refused(`${address} has declined further requests.`)
      if (recipient.proved_at) throw refused(`${address} has agreed already.`)
      const sent = await askAll(trx, [{ organisation_id, channel, address: address.toLowerCase() }], { again: true })
      if (sent.length > 0) return
      throw refused(
        `${address} cannot be asked now: an address is asked once a day, and the organisation’s requests are limited.`,
      )
    })
    return answerWith(null, { message: `${address} is asked again.` })
  },
})

const refused = (reason: string) => new AppError('not_possible', reason, 'address')
