import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../crud/action.ts'
import { lockTarget, read } from '../crud/crud.ts'
import { checkQuotas } from '../crud/quotas.ts'
import { IdQuery, Target } from '../crud/resource.ts'
import { transact } from '../crud/transact.ts'
import { AppError } from '../http/errors.ts'
import { sendDraft } from './drafts.ts'
import { message } from './message.ts'
import { resend } from './resend.ts'
import { countUnread, publishUnread } from './unread.ts'

const tags = ['messages']
const Unread = Type.Object({ unread: Type.Integer() })

export const readUnread = defineAction({
  method: 'GET',
  path: 'messages/unread',
  tags,
  summary: 'Count unread messages',
  answer: Unread,
  run: async ({ context: { db }, viewer }) => ({ unread: await countUnread(db, viewer.user_id) }),
})

export const markRead = defineAction({
  method: 'POST',
  path: 'message/read',
  tags,
  summary: 'Mark messages as read; all, if no ids are given',
  body: Type.Object({ ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })) }, { additionalProperties: false }),
  answer: Unread,
  async run({ context, viewer: { user_id }, body: { ids } }) {
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
    return { unread: await countUnread(context.db, user_id) }
  },
})

export const sendDrafted = defineAction({
  method: 'POST',
  path: 'message/send',
  tags,
  summary: 'Send a draft: as a new message, in whose place the draft is deleted',
  body: Target,
  answer: message.row,
  status: 202,
  message: 'The message is on its way.',
  config: { idempotent: true },
  async run({ context, viewer, body }) {
    const sent_id = await transact(context, async (trx) => {
      const target = await lockTarget(trx, message, viewer, body)
      const id = await sendDraft(trx, viewer, target)
      await checkQuotas(trx, viewer, message.quota!, target.organisation_id)
      return id
    })
    return read(context.db, message, viewer, sent_id)
  },
})

export const resendMessage = defineAction({
  method: 'POST',
  path: 'message/resend',
  tags,
  summary: 'Resend the failed deliveries of a message; where none has failed, a copy of it to its recipients',
  body: IdQuery,
  answer: message.row,
  status: 202,
  config: { idempotent: true },
  async run({ context, viewer, body: { id } }) {
    const { db } = context
    const row = await read(db, message, viewer, id)
    const { rows } = await sql<{ writable: boolean }>`
      select ${message.writes(viewer)} as writable from message where id = ${id}`.execute(db)
    if (row.state === 'draft') throw new AppError('not_possible', 'This is a draft: it was not sent yet.')
    // The text of account mails is deleted when delivery fails, and their links may have expired.
    if (row.kind === 'account')
      throw new AppError('not_possible', 'This mail cannot be sent again. Please request a new one.')
    if (!rows[0]?.writable && row.sender_user_id !== viewer.user_id) throw new AppError('forbidden')
    const sent_id = await transact(context, (trx) => resend(trx, viewer, id))
    const sentence = sent_id === id ? 'The message is sent again.' : 'A copy of the message is on its way.'
    return answerWith(await read(db, message, viewer, sent_id), { message: sentence })
  },
})
