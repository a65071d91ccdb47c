import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { organisationFor } from '../../crud/belonging.ts'
import { checkEmails, checkPhones } from '../../crud/checks.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { undeliverableOf } from '../undeliverable.ts'

const Channel = Type.Union([Type.Literal('email'), Type.Literal('sms')])

/**
 * Reports which typed addresses would not get messages, before they are saved. Members learn no more than saving would
 * show them: the state of addresses in their own organisation.
 */
export const checkRecipients = defineAction({
  method: 'POST',
  path: 'recipient/check',
  tags: ['recipients'],
  summary: 'Check which addresses do not get messages of the organisation, and why',
  body: Type.Object(
    {
      organisation_id: Type.Optional(Id),
      channel: Channel,
      addresses: Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { minItems: 1, maxItems: 50 }),
    },
    { additionalProperties: false },
  ),
  answer: Type.Array(
    Type.Object({
      channel: Channel,
      address: Type.String(),
      bounced: Type.Boolean(),
      unsubscribed: Type.Boolean(),
      confirmation: Type.Unsafe<'agreed' | 'new' | 'waiting' | 'declined'>(
        Type.String({
          enum: ['agreed', 'new', 'waiting', 'declined'],
          description:
            'Whether its reader has agreed to messages of the organisation; new: a request is sent on saving',
        }),
      ),
      asked_at: Nullable(Timestamp),
    }),
  ),
  status: 200,
  async run({ context: { db }, viewer, body: { channel, addresses, ...body } }) {
    const organisation_id = organisationFor(viewer, body.organisation_id)
    await takeAttempt(db, 'recipient', viewer.user_id)
    const normalised = new Set(addresses.flatMap((address) => normalise(channel, address)))
    return undeliverableOf(
      db,
      organisation_id,
      [...normalised].map((address) => ({ channel, address })),
    )
  },
})

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
