import { Type } from 'typebox'
import { Timestamp } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { answerAddressChange, findAddressChange } from './address_change.ts'
import { TokenBody } from './bodies.ts'

const agree = Type.Boolean({ description: 'False stops the change' })

const tags = ['users']

const stopped = 'The address stays as it is.'
const agreed = 'The address changes once the link that was mailed to the new one is followed.'

/** A change of address that others have asked for: its person confirms or stops it. */
export const readAddressChange = defineAction({
  method: 'POST',
  path: 'email/waiting/token',
  public: true,
  tags,
  summary: 'Read the change of address that a link to the old address is about',
  body: TokenBody,
  answer: Type.Object({ email: Type.String(), due_at: Timestamp }),
  status: 200,
  attempts: ['token_address'],
  async run({ context: { db }, body }) {
    const { email, due_at } = await findAddressChange(db, body.token)
    return { email, due_at }
  },
})

export const answerLinkedAddressChange = defineAction({
  method: 'POST',
  path: 'email/waiting/answer',
  public: true,
  tags,
  summary: 'Confirm or stop a change of address, by the link to the old address',
  body: Type.Object({ ...TokenBody.properties, agree }, { additionalProperties: false }),
  attempts: ['token_address'],
  async run({ context, body: { token, agree }, request }) {
    await transact(context, async (trx) => {
      const { user_id } = await findAddressChange(trx, token)
      await answerAddressChange(trx, { user_id, ip: request.ip }, agree)
    })
    return answerWith(null, { message: agree ? agreed : stopped })
  },
})

export const answerOwnAddressChange = defineAction({
  method: 'POST',
  path: 'email/waiting',
  tags,
  summary: 'Confirm or stop the change of my address that others have asked for',
  body: Type.Object({ agree }, { additionalProperties: false }),
  async run({ context, viewer, body: { agree } }) {
    checkNotImpersonating(viewer)
    if (agree && !viewer.opens_private) {
      throw new AppError('forbidden', 'Please follow the link that was mailed to the present address.', 'agree')
    }
    await transact(context, (trx) => answerAddressChange(trx, viewer, agree))
    return answerWith(null, { message: agree ? agreed : stopped })
  },
})
