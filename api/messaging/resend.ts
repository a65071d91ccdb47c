import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Trx } from '#db/database.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { audit, isWatched } from '../crud/audit.ts'
import { checkQuotas } from '../crud/quotas.ts'
import { afterCommit } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import { message } from './message.ts'
import { readMembers, sendMessage } from './send.ts'

/**
 * Sends a message again: the deliveries that have failed are tried once more; where none has, all recipients who are
 * still members or named by their address get a copy with deliveries of its own.
 *
 * @returns the id of the message that is sent: its own, or that of the copy
 * @throws {AppError} not_possible when no recipient is left, or above a quota
 */
export async function resend(trx: Trx, viewer: Viewer, id: number): Promise<number> {
  if (await retryFailed(trx, id)) return id
  const original = await readOriginal(trx, id)
  const { organisation_id, kind } = original
  if (organisation_id === null || kind === 'newsletter') {
    throw new AppError('not_possible', 'This message cannot be sent again. Please write a new one.')
  }
  const copy_id = kind === 'person' ? await copyOfPerson(trx, viewer, original) : await copyOfSystem(trx, original)
  await checkQuotas(trx, viewer, message.quota!, organisation_id)
  if (isWatched(viewer, organisation_id)) {
    const about = { organisation_id, entity: 'message', entity_id: copy_id, details: { copy_of: String(id) } }
    await audit(trx, viewer, 'message.resend', about)
  }
  return copy_id
}

async function retryFailed(trx: Trx, id: number): Promise<boolean> {
  const again = await trx
    .updateTable('message_delivery')
    .set({
      state: 'queued',
      attempts: 0,
      taken_until: null,
      reason: null,
      failed: null,
      provider_id: null,
      due_at: sql`now()`,
      queued: sql`now()`,
      counted: false,
    })
    .where('message_id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .execute()
  if (again.length > 0) afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return again.length > 0
}

/** Sent as a new message of the viewer, with the rights and limits of sending. */
async function copyOfPerson(trx: Trx, viewer: Viewer, original: Original): Promise<number> {
  const { id, organisation_id, subject, text } = original
  const members = new Set((await readMembers(trx, organisation_id!)).map(({ user_id }) => user_id))
  const deliveries = await trx
    .selectFrom('message_delivery')
    .select(['user_id', 'role', 'channel'])
    .where('message_id', '=', id)
    .orderBy('id')
    .execute()
  const still = deliveries.filter(({ user_id }) => user_id !== null && members.has(user_id))
  if (still.length === 0) throw new AppError('not_possible', 'No recipient of this message is a member any more.')
  const of = (role: 'to' | 'cc' | 'bcc') => [
    ...new Set(still.filter((one) => one.role === role).map((one) => one.user_id!)),
  ]
  const attached = await trx.selectFrom('attachment').select('file_id').where('message_id', '=', id).execute()
  const copy = await sendMessage(trx, viewer, {
    organisation_id: organisation_id!,
    subject,
    text,
    recipient_user_ids: of('to'),
    cc_user_ids: of('cc'),
    bcc_user_ids: of('bcc'),
    ...(still.some(({ channel }) => channel === 'sms') && { sms: true }),
    ...(attached.length > 0 && { file_ids: attached.map(({ file_id }) => file_id) }),
  })
  return copy.id
}

/** Alerts, reminders and answers: to the same addresses, but those of former members. */
async function copyOfSystem(trx: Trx, original: Original): Promise<number> {
  const { id, created_at: _c, modified_at: _m, ...content } = original
  const deliveries = await trx
    .selectFrom('message_delivery')
    .select(['user_id', 'role', 'channel', 'address', 'urgent'])
    .where('message_id', '=', id)
    .where(
      sql<boolean>`(user_id is null or user_id = any(${bigints(
        (await readMembers(trx, original.organisation_id!)).map(({ user_id }) => user_id),
      )}::bigint[]))`,
    )
    .orderBy('id')
    .execute()
  const [copy_id] = await writeMessages(trx, [{ ...content, deliveries }])
  if (!copy_id) throw new AppError('not_possible', 'No recipient of this message is a member any more.')
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return copy_id
}

type Original = Awaited<ReturnType<typeof readOriginal>>
function readOriginal(trx: Trx, id: number) {
  return trx.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
