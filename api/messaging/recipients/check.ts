import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { checkEmails, checkPhones } from '../../crud/checks.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { undeliverableOf } from '../undeliverable.ts'

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
      description: 'Whether its reader has agreed to messages of the organisation; new: a request is sent on saving',
    }),
    asked_at: Nullable(Timestamp),
  }),
)

/**
 * Reports which typed addresses would not get messages, before they are saved. Members learn no more than saving would
 * show them: the state of addresses in their own organisation.
 */
export function addRecipientCheck(app: TypedApp, { db }: ApiContext): void {
  app.post('/recipient/check', {
    schema: {
      tags: ['recipients'],
      summary: 'Check which addresses do not get messages of the organisation, and why',
      body: CheckBody,
      response: answers({ 200: Answer }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { channel, addresses, ...body } = request.body
      const organisation_id = organisationFor(viewer, body.organisation_id)
      await takeAttempt(db, 'recipient', viewer.user_id)
      const normalised = addresses.flatMap((address) => normalise(channel, address))
      const data = await undeliverableOf(
        db,
        organisation_id,
        [...new Set(normalised)].map((address) => ({ channel, address })),
      )
      return { data }
    },
  })
}

/** Normalises an address; invalid or incomplete input is skipped. */
function normalise(channel: 'email' | 'sms', address: string): string[] {
  try {
    const [one, ...more] = (channel === 'email' ? checkEmails(address) : checkPhones(address)).split(', ')
    return one && more.length === 0 ? [one] : []
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
