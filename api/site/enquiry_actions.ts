import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { Enquiry } from '#db/tables/site/enquiry.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { readTemplates } from '#messages/templates/find.ts'
import { answerWith, defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { checkEmail, checkName } from '../crud/checks.ts'
import { read } from '../crud/crud.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { checkQuota } from '../crud/quotas.ts'
import { rows } from '../crud/rows.ts'
import { afterCommit, transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError } from '../http/errors.ts'
import { askAll } from '../messaging/ask_recipients.ts'
import { enquiry } from './enquiry.ts'

const strict = { additionalProperties: false }
const Body = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    email: Type.String({ maxLength: 254 }),
    phone: Type.Optional(Enquiry.columns.phone),
    subject: Type.Optional(Type.String({ maxLength: 200 })),
    text: Type.String({ maxLength: 10_000 }),
    website: Type.Optional(Type.String({ maxLength: 2000, description: 'Leave it empty: only programs fill it in.' })),
  },
  strict,
)
const AnswerBody = Type.Object({ id: Id, answer: Type.String({ maxLength: 20_000 }) }, strict)
const tags = ['enquiries']

/** The contact form, and answers of administrators. */
export const sendEnquiry = defineAction({
  method: 'PUT',
  path: 'enquiry',
  public: true,
  tags,
  summary: 'Send an enquiry',
  body: Body,
  status: 202,
  async run({ context, body: { website, ...fields }, request }) {
    const { db } = context
    const values = {
      ...fields,
      name: checkName(fields.name),
      email: checkEmail(fields.email),
      subject: fields.subject?.trim() || 'Enquiry',
      text: checkName(fields.text, 'text'),
    }
    await takeAttempt(db, 'enquiry_address', request.ip)
    // Honeypot: bots that fill in the hidden field get the same answer.
    if (!website) {
      const { user_id = null, memberships = [] } = request.viewer ?? {}
      await transact(context, async (trx) => {
        const own_id = memberships[0]?.organisation_id ?? null
        const organisation_id = own_id ?? (await onlyOrganisation(trx))
        await rows(trx, 'enquiry').insert({ ...values, organisation_id, user_id, created_ip: request.ip })
        if (own_id !== null) await checkQuota(trx, 'enquiries_open', { id: own_id })
        // Requests confirmation of the address before anything else is sent there.
        await askAll(trx, [{ organisation_id, channel: 'email', address: values.email.toLowerCase() }])
      })
    }
    return answerWith(null, { message: THANKS })
  },
})

export const answerEnquiry = defineAction({
  method: 'POST',
  path: 'enquiry/answer',
  tags,
  summary: 'Answer an enquiry by mail',
  body: AnswerBody,
  answer: Enquiry.row,
  message: 'The answer is on its way.',
  async run({ context, viewer, body: { id, answer } }) {
    const { db } = context
    const enquiry_row = (await read(db, enquiry, viewer, id)) as EnquiryRow
    await transact(context, (trx) => sendAnswer(trx, viewer, enquiry_row, checkName(answer, 'answer')))
    return read(db, enquiry, viewer, id)
  },
})

/** The organisation that visitors write to: the only one of the installation, or none of several. */
async function onlyOrganisation(trx: Trx): Promise<number | null> {
  const organisations = await trx.selectFrom('organisation').select('id').limit(2).execute()
  return organisations.length === 1 ? organisations[0]!.id : null
}

/** An unproved address gets a confirmation request first. */
const THANKS =
  'Thank you. We will answer by e-mail. If a mail asks whether you want messages at your address, please agree there first.'

async function sendAnswer(trx: Trx, viewer: Viewer, enquiry_row: EnquiryRow, answer: string): Promise<void> {
  const { id, organisation_id, email, name, subject, text } = enquiry_row
  const updated = await trx
    .updateTable('enquiry')
    .set({
      state: 'answered',
      answer,
      answered_by_user_id: viewer.user_id,
      answered_at: sql`now()`,
      modified_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .execute()
  if (updated.length === 0) throw new AppError('conflict', 'This enquiry has been answered already.')
  const { sender } = await trx
    .selectFrom('user_account as u')
    .select(displayNameOf('u').as('sender'))
    .where('u.id', '=', viewer.user_id)
    .executeTakeFirstOrThrow()
  const templates = await readTemplates(trx, [organisation_id])
  const reader = { organisation_id, locale: 'en' }
  const words = templates.write('enquiry_answer', 'email', reader, { name, subject, text, answer, sender })
  const to = { organisation_id, kind: 'enquiry' as const, sender_user_id: viewer.user_id, recipients: email }
  await writeMessages(trx, [
    { ...to, ...words, deliveries: [{ channel: 'email', address: email.toLowerCase(), user_id: null }] },
  ])
  await audit(trx, viewer, 'enquiry.answer', { organisation_id, entity: 'enquiry', entity_id: id })
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
}

type EnquiryRow = RowOf<typeof Enquiry>
