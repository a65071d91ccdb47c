import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { readLinkToken } from '#messages/link_tokens.ts'
import { callbackUrl, readTwilioUrl } from '#messages/providers/twilio.ts'
import { noteBounce } from '#messages/queue/queue.ts'
import { isSame, signTwilio } from '#messages/signature.ts'
import type { ApiContext } from '../context.ts'

import { answers } from '../crud/schemas.ts'
import { AppError } from '../http/errors.ts'
import { addForms } from '../http/forms.ts'
import type { TypedApp } from '../http/typed_app.ts'

const Token = { token: Type.String({ maxLength: 100 }) }
const tags = ['messages']
const strict = { additionalProperties: false }

/** Delivery feedback: provider receipts, tracking pixels in mails, followed links. */
export function addMessageReceipts(app: TypedApp, { db, config }: ApiContext): void {
  const secret = config.jwt_secret

  app.get('/message/opened', {
    schema: {
      tags,
      summary: 'Tracking pixel: marks a message as opened',
      querystring: Type.Object(Token, strict),
      security: [],
    },
    async handler(request, reply) {
      const id = readLinkToken('open', request.query.token, secret)
      if (id !== null) await note(db, id, 'opened')
      return reply.header('cache-control', 'no-store').type('image/gif').send(PIXEL)
    },
  })

  app.get('/message/followed', {
    schema: {
      tags,
      summary: 'Tracked link: marks a message as read and redirects',
      querystring: Type.Object({ ...Token, to: Type.String({ maxLength: 2000 }) }, strict),
      security: [],
    },
    async handler(request, reply) {
      const { token, to } = request.query
      const id = readLinkToken('follow', token, secret)
      // Only pages of this installation, and what a header may hold: no open redirect.
      if (id === null || !/^\/app\/[!-[\]-~]*$/.test(to)) throw new AppError('token_invalid', undefined, 'token')
      await note(db, id, 'read')
      return reply.header('cache-control', 'no-store').redirect(`${config.public_url}${to}`)
    },
  })

  app.register(async (forms) => {
    addForms(forms)
    forms.withTypeProvider<TypeBoxTypeProvider>().post('/sms/twilio', {
      schema: {
        tags,
        summary: 'Callback for delivery receipts of Twilio',
        querystring: Type.Object({ delivery_id: Type.Integer({ minimum: 1 }) }, strict),
        response: answers({ 200: Type.Null() }),
        security: [],
      },
      async handler(request) {
        const { delivery_id } = request.query
        const fields = request.body as Record<string, string>
        if (!config.sms_url?.startsWith('twilio:')) throw new AppError('not_found')
        const { auth_token } = readTwilioUrl(config.sms_url)
        const expected = signTwilio(auth_token, callbackUrl(config.public_url, delivery_id), fields)
        const signature = request.headers['x-twilio-signature']
        if (typeof signature !== 'string' || !isSame(signature, expected)) throw new AppError('forbidden')
        await noteReceipt(db, delivery_id, fields)
        return { data: null }
      },
    })
  })
}

/** A message that was read was also opened and delivered. */
async function note(db: Db, id: number, event: 'opened' | 'read'): Promise<void> {
  await sql`update message_delivery set opened = coalesce(opened, now()),
      read = case when ${event === 'read'}::boolean then coalesce(read, now()) else read end,
      delivered = coalesce(delivered, now()), state = case when state = 'sent' then 'delivered' else state end
    where id = ${id} and state in ('sent', 'delivered')`.execute(db)
}

/** Receipts may arrive before the provider's answer and in any order: a delivered message stays delivered. */
async function noteReceipt(db: Db, id: number, fields: Record<string, string>): Promise<void> {
  const { MessageStatus: status, ErrorCode: code, MessageSid: sid = null } = fields
  if (status === 'delivered' || status === 'read') {
    await sql`update message_delivery set state = 'delivered', delivered = coalesce(delivered, now()),
        sent = coalesce(sent, now()), failed = null, reason = null, provider = 'twilio', provider_id = ${sid},
        read = case when ${status === 'read'}::boolean then coalesce(read, now()) else read end
      where id = ${id} and channel = 'sms'`.execute(db)
  }
  if (status !== 'undelivered' && status !== 'failed') return
  const reason = `Twilio${code ? ` ${code}` : ''}: ${status}`
  const { rows } = await sql<{ organisation_id: number | null; address: string }>`
    update message_delivery set state = 'failed', failed = now(), reason = ${reason}, provider = 'twilio',
      provider_id = ${sid}, taken_until = null
    where id = ${id} and channel = 'sms' and state in ('queued', 'sent') returning organisation_id, address`.execute(db)
  // 30005 and 30006: unknown number, or a landline.
  if (rows[0] && (code === '30005' || code === '30006')) await noteBounce(db, { ...rows[0], channel: 'sms' }, reason)
}

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
