import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { phoneNumber } from '#messages/phones.ts'
import { type NewDelivery, writeMessages } from '#messages/queue/write.ts'
import { administers, organisationFor } from '../crud/belonging.ts'
import { checkName } from '../crud/checks.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import type { Created } from '../crud/resource.ts'
import { afterCommit } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { attach } from '../files/attachments/attach.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError, wrong } from '../http/errors.ts'
import { publishUnread } from './unread.ts'

const ATTACHED_BYTES_MAX = 10 * 1024 * 1024

const people = Type.Optional(Type.Array(Id, { maxItems: 1000, uniqueItems: true }))

/** The field with the recipients of each role. */
export const recipientFields = { to: 'recipient_user_ids', cc: 'cc_user_ids', bcc: 'bcc_user_ids' } as const

export const MessageBody = Type.Object(
  {
    state: Type.Optional(Type.Literal('draft', { description: 'Stored instead of sent, for its writer only' })),
    organisation_id: Type.Optional(Id),
    /** Members; the organisation's administrators if omitted. */
    recipient_user_ids: people,
    cc_user_ids: people,
    bcc_user_ids: people,
    subject: Type.String({ maxLength: 500 }),
    text: Type.String({ maxLength: 50_000 }),
    /** Also by SMS; administrators only. */
    sms: Type.Optional(Type.Boolean()),
    /** Files to attach, which go with the mails. */
    file_ids: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true, description: 'Together at most 10 MB' })),
  },
  { additionalProperties: false },
)

/**
 * Sends a message inside the application and by mail: administrators to any member, others to their administrators. A
 * blind copy is a separate message, so that it is invisible to the other recipients.
 */
export async function sendMessage(trx: Trx, viewer: Viewer, body: Static<typeof MessageBody>): Promise<Created> {
  const organisation_id = organisationFor(viewer, body.organisation_id)
  const subject = checkName(body.subject, 'subject')
  const text = checkName(body.text, 'text')
  const is_administrator = administers(viewer, organisation_id)
  if (body.sms && !is_administrator) throw new AppError('forbidden', 'sms: only an administrator sends SMS.', 'sms')
  await takeAttempt(trx, 'message', viewer.user_id)
  const members = await readMembers(trx, organisation_id)
  const pick = (field: (typeof recipientFields)[keyof typeof recipientFields]) =>
    (body[field] ?? []).map((id) => memberOf(members, id, field, is_administrator))
  const named = pick('recipient_user_ids')
  const administrators = members.filter((m) => m.role_name === 'Administrator' && m.user_id !== viewer.user_id)
  const to = named.length > 0 || body.cc_user_ids || body.bcc_user_ids ? named : administrators
  // A member named twice gets one message.
  const cc = pick('cc_user_ids').filter((one) => !to.includes(one))
  const bcc = pick('bcc_user_ids').filter((one) => !to.includes(one) && !cc.includes(one))
  if (to.length + cc.length + bcc.length === 0) {
    throw new AppError('not_possible', 'There are no recipients for this message.', 'recipient_user_ids')
  }
  const common = { organisation_id, kind: 'person' as const, sender_user_id: viewer.user_id, subject, text }
  const open = { ...common, recipients: namesOf(to), cc: namesOf(cc) }
  const ids = await writeMessages(trx, [
    ...(to.length + cc.length > 0
      ? [{ ...open, deliveries: [...deliveriesTo(to, 'to', body.sms), ...deliveriesTo(cc, 'cc', body.sms)] }]
      : []),
    ...bcc.map((member) => ({ ...open, bcc: member.name, deliveries: deliveriesTo([member], 'bcc', body.sms) })),
  ])
  if (body.file_ids?.length) {
    for (const id of ids) {
      await attach(trx, viewer, { organisation_id, column: 'message_id', id: id! }, body.file_ids, 'file_ids')
    }
    await checkFileSizes(trx, body.file_ids)
  }
  for (const { user_id } of [...to, ...cc, ...bcc]) await publishUnread(trx, user_id, { message_id: ids[0]!, subject })
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return { id: ids[0]! }
}

/** What mail servers commonly take, with the third that the encoding of a mail adds. */
export async function checkFileSizes(trx: Trx, file_ids: number[]): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::float8 as bytes from file
    where id = any(${file_ids}::bigint[])`.execute(trx)
  if (rows[0]!.bytes > ATTACHED_BYTES_MAX) {
    throw new AppError(
      'too_large',
      'The files of a message may have 10 MB together. Share larger ones by a link.',
      'file_ids',
    )
  }
}

/** The deliveries to each member: in the application, and copies by mail and SMS. */
function deliveriesTo(members: Member[], role: 'to' | 'cc' | 'bcc', sms = false): NewDelivery[] {
  return members.flatMap((member) => {
    const { user_id, name, email } = member
    const number = sms ? phoneNumber(member.phone_mobile) : null
    return [
      { channel: 'app' as const, role, user_id, address: name },
      ...(email ? [{ channel: 'email' as const, role, user_id, address: email.toLowerCase() }] : []),
      ...(number ? [{ channel: 'sms' as const, role, user_id, address: number }] : []),
    ]
  })
}

export function memberOf(members: Member[], user_id: number, field: string, is_administrator: boolean): Member {
  const member = members.find((one) => one.user_id === user_id)
  if (!member || !(is_administrator || member.role_name === 'Administrator')) {
    const whom = is_administrator ? 'member' : 'administrator'
    throw wrong(field, `${user_id} is no ${whom} of the organisation.`)
  }
  return member
}

export function readMembers(trx: Trx, organisation_id: number): Promise<Member[]> {
  return (
    trx
      .selectFrom('membership as m')
      .innerJoin('user_account as u', 'u.id', 'm.user_id')
      .select(['m.user_id', 'm.role_name', 'u.phone_mobile', displayNameOf('u').as('name')])
      // Mail goes to proved addresses only.
      .select(sql<string | null>`case when u.email_proved_at is not null then u.email end`.as('email'))
      .where('m.organisation_id', '=', organisation_id)
      .where('u.active', '=', true)
      .where('u.deleted_at', 'is', null)
      .where('u.confirmed_at', 'is not', null)
      .orderBy('m.user_id')
      .execute()
  )
}

export const namesOf = (members: Member[]) => members.map(({ name }) => name).join(', ')

export type Member = {
  user_id: number
  role_name: string
  email: string | null
  phone_mobile: string | null
  name: string
}
