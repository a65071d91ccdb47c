import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../context.ts'
import { lockTarget, read } from '../crud/crud.ts'
import { checkQuotas } from '../crud/quotas.ts'
import { IdQuery, type Resource, Target } from '../crud/resource.ts'
import { viewerOf } from '../crud/routes.ts'
import { answers } from '../crud/schemas.ts'
import { transact } from '../crud/transact.ts'
import { AppError } from '../http/errors.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { sendDraft } from './drafts.ts'
import { message as messageResource } from './message.ts'
import { resend } from './resend.ts'
import { countUnread, publishUnread } from './unread.ts'

const message: Resource = messageResource
const tags = ['messages']
const strict = { additionalProperties: false }
const ReadBody = Type.Object({ ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })) }, strict)
const Unread = Type.Object({ unread: Type.Integer() })

/** Actions on messages: unread count, mark as read, send a draft, resend. */
export function addMessages(app: TypedApp, context: ApiContext): void {
  const { db } = context

  app.get('/messages/unread', {
    schema: { tags, summary: 'Count unread messages', response: answers({ 200: Unread }) },
    handler: async (request) => ({ data: { unread: await countUnread(db, viewerOf(request).user_id) } }),
  })

  app.post('/message/read', {
    schema: {
      tags,
      summary: 'Mark messages as read; all, if no ids are given',
      body: ReadBody,
      response: answers({ 261: Unread }),
    },
    async handler(request, reply) {
      const { user_id } = viewerOf(request)
      const { ids } = request.body
      await transact(context, async (trx) => {
        await trx
          .updateTable('message_delivery')
          .set({ opened: sql`coalesce(opened, now())`, read: sql`now()` })
          .where('user_id', '=', user_id)
          .where('channel', '=', 'app')
          .where('read', 'is', null)
          .$if(ids !== undefined, (update) => update.where('message_id', '=', sql<number>`any(${ids}::bigint[])`))
          .execute()
        await publishUnread(trx, user_id)
      })
      return reply.code(261).send({ data: { unread: await countUnread(db, user_id) } })
    },
  })

  app.post('/message/send', {
    schema: {
      tags,
      summary: 'Send a draft: as a new message, in whose place the draft is deleted',
      body: Target,
      response: answers({ 202: message.row }),
    },
    config: { idempotent: true },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const sent_id = await transact(context, async (trx) => {
        const target = await lockTarget(trx, message, viewer, request.body)
        const id = await sendDraft(trx, viewer, target)
        await checkQuotas(trx, viewer, message.quota!, target.organisation_id)
        return id
      })
      return reply
        .code(202)
        .send({ data: await read(db, message, viewer, sent_id), message: 'The message is on its way.' })
    },
  })

  app.post('/message/resend', {
    schema: {
      tags,
      summary: 'Resend the failed deliveries of a message; where none has failed, a copy of it to its recipients',
      body: IdQuery,
      response: answers({ 202: message.row }),
    },
    config: { idempotent: true },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body
      const row = (await read(db, message, viewer, id)) as {
        organisation_id: number | null
        sender_user_id: number | null
        kind: string
        state: string
      }
      const { rows } = await sql<{ writable: boolean }>`
        select ${message.writes(viewer)} as writable from message where id = ${id}`.execute(db)
      if (row.state === 'draft') throw new AppError('not_possible', 'This is a draft: it was not sent yet.')
      // The text of account mails is deleted when delivery fails, and their links may have expired.
      if (row.kind === 'account')
        throw new AppError('not_possible', 'This mail cannot be sent again. Please request a new one.')
      if (!rows[0]?.writable && row.sender_user_id !== viewer.user_id) throw new AppError('forbidden')
      const sent_id = await transact(context, (trx) => resend(trx, viewer, id))
      const sentence = sent_id === id ? 'The message is sent again.' : 'A copy of the message is on its way.'
      return reply.code(202).send({ data: await read(db, message, viewer, sent_id), message: sentence })
    },
  })
}
