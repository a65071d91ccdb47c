import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { organisationFor } from '../crud/belonging.ts'
import { checkEmails, checkPhones } from '../crud/checks.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { troubledOf } from './bounces.ts'

const Channel = Type.Union([Type.Literal('email'), Type.Literal('sms')])
const CheckBody = Type.Object(
  {
    organisation_id: Type.Optional(Id),
    channel: Channel,
    addresses: Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
)
const Answer = Type.Array(
  Type.Object({
    channel: Channel,
    address: Type.String(),
    bounced: Type.Boolean(),
    unsubscribed: Type.Boolean(),
    confirmation: Type.String({
      enum: ['agreed', 'new', 'waiting', 'declined'],
      description:
        'Whether its reader has agreed to messages of the organisation; new: they are asked when it is saved',
    }),
    asked_at: Nullable(Timestamp),
  }),
)

/**
 * What whoever types addresses should know of them before they are saved. Members are told no more than saving tells
 * them: what has become of their own organisation's messages.
 */
export function addRecipientCheck(app: TypedApp, { db }: ApiContext): void {
  app.post('/recipient/check', {
    schema: {
      tags: ['recipients'],
      summary: 'Which of these addresses do not get messages of the organisation, and why',
      body: CheckBody,
      response: answers({ 200: Answer }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { channel, addresses, ...given } = request.body
      const organisation_id = organisationFor(viewer, given.organisation_id)
      await takeAttempt(db, 'recipient', viewer.user_id)
      const tidied = addresses.flatMap((address) => tidy(channel, address))
      const data = await troubledOf(
        db,
        organisation_id,
        [...new Set(tidied)].map((address) => ({ channel, address })),
      )
      return { data }
    },
  })
}

/** As addresses are kept. What is none, or not yet, has nothing to be said about. */
function tidy(channel: 'email' | 'sms', address: string): string[] {
  try {
    const [one, ...more] = (channel === 'email' ? checkEmails(address) : checkPhones(address)).split(', ')
    return one && more.length === 0 ? [one] : []
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
