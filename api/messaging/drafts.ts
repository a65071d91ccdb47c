import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { ofAdministrator, ofMember } from '../crud/access.ts'
import { administers, organisationFor } from '../crud/belonging.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { checkQuota } from '../crud/quotas.ts'
import { bodyOf, type Created, type Target } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import type { Viewer } from '../crud/viewer.ts'
import { attach } from '../files/attachments/attach.ts'
import { AppError } from '../http/errors.ts'
import { checkFileSizes, MessageBody, memberOf, namesOf, readMembers, recipientFields, sendMessage } from './send.ts'

const Person = Type.Object({
  user_id: Id,
  display_name: Type.String(),
  /** Empty for those who do not administer the organisation. */
  email: Type.String(),
})
const People = Type.Array(Person)

/** Whom a draft is for, as far as they are still members. No recipients: the organisation's administrators. */
export const Draft = Nullable(Type.Object({ to: People, cc: People, bcc: People, sms: Type.Boolean() }))

const { organisation_id: _o, state: _s, ...fields } = MessageBody.properties
export const DraftChanges = bodyOf({}, fields)

/**
 * A draft is its writer's alone: neither administrators nor an impersonator read it. An export of their data has it
 * where they have begun it themselves.
 */
export function readsDraft(viewer: Viewer): RawBuilder<SqlBool> {
  const is_writer = viewer.impersonator_user_id === null && (viewer.session_id !== null || viewer.opens_private)
  return sql<SqlBool>`(${is_writer}::boolean and message.sender_user_id = ${viewer.user_id}
    and ${ofMember(viewer, 'message.organisation_id')})`
}

/** The column `draft` as people read it. */
export const draftColumn = (viewer: Viewer): RawBuilder<unknown> => sql`case when message.draft is not null then
  json_build_object(${sql.join(
    Object.entries(recipientFields).flatMap(([role, field]) => [sql.lit(role), peopleOf(viewer, field)]),
  )}, 'sms', coalesce((message.draft ->> 'sms')::boolean, false)) end`

/** Stores a message that is not sent. @returns its id */
export async function saveDraft(trx: Trx, viewer: Viewer, body: Static<typeof MessageBody>): Promise<Created> {
  const organisation_id = organisationFor(viewer, body.organisation_id)
  if (viewer.impersonator_user_id !== null) {
    throw new AppError('forbidden', 'Drafts are not written while impersonating.')
  }
  const { id } = await rows(trx, 'message').insert({
    organisation_id,
    kind: 'person',
    sender_user_id: viewer.user_id,
    ...(await columnsOf(trx, viewer, organisation_id, { ...body, stored: {} })),
    subject: body.subject.trim(),
    text: body.text,
  })
  await checkQuota(trx, 'message_drafts_of_person', { id: viewer.user_id, organisation_id })
  await attachTo(trx, viewer, { id, organisation_id }, body.file_ids)
  return { id }
}

/** Changes a draft; omitted fields stay. @throws {AppError} not_possible for a message that was sent */
export async function changeDraft(trx: Trx, viewer: Viewer, body: Changes): Promise<void> {
  const { id, organisation_id, subject, text, file_ids } = body
  const { draft: stored } = await readStored(trx, id)
  if (!stored) throw new AppError('not_possible', 'The message was sent already: only drafts are changed.')
  await rows(trx, 'message').update({
    id,
    organisation_id,
    ...(await columnsOf(trx, viewer, organisation_id, { ...body, stored })),
    ...(subject !== undefined && { subject: subject.trim() }),
    ...(text !== undefined && { text }),
  })
  await attachTo(trx, viewer, { id, organisation_id }, file_ids)
}

/**
 * Sends a draft, which is the caller's and locked, as a new message, with the rights and limits of this moment.
 *
 * @returns the id of the message; the draft is deleted
 * @throws {AppError} not_possible for a message that was sent, or without recipients
 */
export async function sendDraft(trx: Trx, viewer: Viewer, { id, organisation_id }: Target): Promise<number> {
  const { subject, text, draft } = await readStored(trx, id)
  if (!draft) throw new AppError('not_possible', 'The message was sent already: only drafts are sent.')
  const attached = await trx
    .selectFrom('attachment as a')
    .innerJoin('file as f', 'f.id', 'a.file_id')
    .select('a.file_id')
    .where('a.message_id', '=', id)
    .where('f.deleted_at', 'is', null)
    .orderBy('a.id')
    .execute()
  const members = new Set((await readMembers(trx, organisation_id)).map(({ user_id }) => user_id))
  const named = Object.values(recipientFields).flatMap((field) => {
    const ids = draft[field] ?? []
    // One whose recipients have all left has none, instead of the administrators.
    return ids.length > 0 ? [[field, ids.filter((user_id) => members.has(user_id))]] : []
  })
  const sent = await sendMessage(trx, viewer, {
    organisation_id,
    subject,
    text,
    ...Object.fromEntries(named),
    ...(draft.sms && { sms: true }),
    ...(attached.length > 0 && { file_ids: attached.map(({ file_id }) => file_id) }),
  })
  await rows(trx, 'message').remove({ id, organisation_id })
  return sent.id
}

/** Recipients and their names. Each is checked when the draft is saved, and again when it is sent. */
async function columnsOf(trx: Trx, viewer: Viewer, organisation_id: number, body: Recipients) {
  const is_administrator = administers(viewer, organisation_id)
  if (body.sms && !is_administrator) throw new AppError('forbidden', 'sms: only an administrator sends SMS.', 'sms')
  const { stored } = body
  const members = await readMembers(trx, organisation_id)
  const picked = Object.entries(recipientFields).map(([role, field]) => {
    const named = body[field]?.map((user_id) => memberOf(members, user_id, field, is_administrator))
    // Those who are no members any more are dropped.
    const kept = members.filter(({ user_id }) => stored[field]?.includes(user_id))
    return { role, field, people: named ?? kept }
  })
  const ids = picked.map(({ field, people }) => [field, people.map(({ user_id }) => user_id)])
  const names = Object.fromEntries(picked.map(({ role, people }) => [role, namesOf(people)]))
  return {
    draft: JSON.stringify({ ...Object.fromEntries(ids), sms: body.sms ?? stored.sms ?? false }) as never,
    recipients: names.to!,
    cc: names.cc!,
    bcc: names.bcc!,
  }
}

/** The files of a draft are those that are named; undefined leaves them. */
async function attachTo(trx: Trx, viewer: Viewer, { id, organisation_id }: Target, file_ids?: number[]) {
  if (!file_ids) return
  await sql`delete from attachment where message_id = ${id} and not file_id = any(${file_ids}::bigint[])`.execute(trx)
  if (file_ids.length === 0) return
  await attach(trx, viewer, { organisation_id, column: 'message_id', id }, file_ids, 'file_ids')
  await checkFileSizes(trx, file_ids)
}

async function readStored(trx: Trx, id: number): Promise<{ subject: string; text: string; draft: Stored | null }> {
  const row = trx.selectFrom('message').select(['subject', 'text', 'draft']).where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()) as never
}

function peopleOf(viewer: Viewer, field: string) {
  return sql`(select coalesce(json_agg(json_build_object('user_id', u.id, 'display_name', ${displayNameOf('u')},
      'email', case when ${ofAdministrator(viewer, 'message.organisation_id')} then u.email else '' end) order by p.n), '[]')
    from jsonb_array_elements_text(message.draft -> ${sql.lit(field)}) with ordinality p (id, n)
      join user_account u on u.id = p.id::bigint
      join membership m on m.user_id = u.id and m.organisation_id = message.organisation_id)`
}

/** What the column `draft` holds. */
type Stored = { recipient_user_ids: number[]; cc_user_ids: number[]; bcc_user_ids: number[]; sms: boolean }
type Recipients = Partial<Stored> & { stored: Partial<Stored> }
type Changes = Target & Partial<Static<typeof MessageBody>>
