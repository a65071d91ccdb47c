import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import type { Quote } from '#db/tables/billing/quotes/quote.ts'
import { Id } from '#db/tables/columns.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { linksTo } from '#messages/links.ts'
import { writeMessages } from '#messages/queue/write.ts'
import type { ApiContext } from '../../context.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkEmails } from '../../crud/checks.ts'
import { read } from '../../crud/crud.ts'
import { makeToken } from '../../crud/session/random_token.ts'
import { afterCommit, contextOf, transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { keepGenerated } from '../../files/documents/generated.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { askRecipients } from '../../messaging/ask_recipients.ts'
import { warningFor } from '../../messaging/undeliverable.ts'
import { checkAdministrator, todayOf } from '../access.ts'
import { dateText, moneyText } from '../documents/texts.ts'
import { issuerCopy } from '../invoices/authorise.ts'
import { takeNumber } from '../numbers/next.ts'
import { quotePdf } from './pdf.ts'
import { quote } from './quote.ts'

/** Gives a draft its number and mails it; sent again, the link of the mail before ends. */
export const sendQuote = defineAction({
  method: 'POST',
  path: 'quote/send',
  tags: ['quotes'],
  summary: 'Send a quote by mail, with its PDF and a link to accept or decline it; without an address to its contact',
  body: Type.Object(
    {
      id: Id,
      to: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 5000 })),
    },
    { additionalProperties: false },
  ),
  answer: quote.row,
  status: 202,
  // Its link lasts, and what is accepted by it becomes an invoice in the name of the person who sent it.
  config: { idempotent: true, lasting: true },
  async run({ context, viewer, body: { id, text, ...body } }) {
    const { db } = context
    const { organisation_id, contact_email } = await read(db, quote, viewer, id)
    checkAdministrator(viewer, organisation_id)
    const to = checkEmails(body.to ?? contact_email ?? '', 'to')
    if (to === '') throw new AppError('not_possible', 'to: the contact has no e-mail address.', 'to')
    if (to.includes(',')) throw wrong('to', 'give one address.')
    await takeAttempt(db, 'message', viewer.user_id)
    await transact(context, (trx) => issue(trx, viewer, id))
    await mail(context, viewer, id, { to, text })
    const warning = await warningFor(db, organisation_id, { email: to })
    const data = await read(db, quote, viewer, id)
    return answerWith(data, { message: ['The quote is on its way.', warning].filter(Boolean).join(' ') })
  },
})

/** Numbers and freezes a draft; one that was sent is sent again as it is. */
async function issue(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const draft = await trx.selectFrom('quote').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const { organisation_id, contact_id, state, valid_until } = draft
  if (state !== 'draft' && state !== 'sent') throw new AppError('not_possible', `This quote is ${state}.`)
  if (valid_until < (await todayOf(trx, organisation_id)))
    throw new AppError('not_possible', 'It is not valid any more.')
  await audit(trx, viewer, 'quote.send', { organisation_id, entity: 'quote', entity_id: id })
  if (state === 'sent') return
  const contact = await trx
    .selectFrom('contact')
    .select(['name', 'company', 'email', 'phone', 'address1', 'address2', 'address3'])
    .select(['city', 'postcode', 'country', 'tax_number'])
    .where('id', '=', contact_id)
    .executeTakeFirstOrThrow()
  const issuer = await issuerCopy(trx, draft)
  // Last, since numbers are locked until the commit, which prevents gaps.
  const of = { organisation_id, type: 'quote' as const, day: draft.issued_on }
  const { number, series, document_number } = await takeNumber(trx, of)
  await sql`update quote set state = 'sent', number = ${number}, series = ${series}, document_number = ${document_number},
    contact = ${JSON.stringify(contact)}::jsonb, issuer = ${JSON.stringify(issuer)}::jsonb, author_user_id = ${viewer.user_id},
    modified_at = now() where id = ${id}`.execute(trx)
}

/** Mails it with its PDF, which is kept among the files of the sender, and with a link that is new. */
async function mail(context: ApiContext, viewer: Viewer, id: number, { to, text }: Letter): Promise<void> {
  const row = await context.db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const bytes = await quotePdf(context, row, viewer.user_id)
  const { organisation_id } = row
  const files = [{ name: `${row.document_number}.pdf`, bytes }]
  await keepGenerated(context, { organisation_id, owner: viewer }, files, async (trx, [file_id]) => {
    const { token, sha256 } = makeToken()
    const link = linksTo(contextOf(trx).config.public_url).quote(token)
    const message = {
      organisation_id,
      kind: 'person' as const,
      sender_user_id: viewer.user_id,
      recipients: to,
      subject: `Quote ${row.document_number} from ${row.issuer!.name}`.slice(0, 500),
      text: await textOf(trx, row, { text, link }),
      deliveries: [{ channel: 'email' as const, user_id: null, address: to.toLowerCase(), occasion: null }],
    }
    const [message_id = null] = await writeMessages(trx, [message])
    const attachment = {
      organisation_id,
      file_id: file_id!,
      message_id: message_id!,
      created_by_user_id: viewer.user_id,
    }
    await trx.insertInto('attachment').values(attachment).execute()
    // Answered or withdrawn since: its link ends with that.
    const { rows } = await sql`update quote set token_sha256 = ${sha256}, sent_at = now(), sent_to = ${to},
      message_id = ${message_id}, modified_at = now() where id = ${id} and state = 'sent' returning id`.execute(trx)
    if (rows.length === 0) throw new AppError('conflict', 'It was answered or withdrawn in the meantime.')
    await askRecipients(trx, organisation_id, { email_recipients: to })
    afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  })
}

async function textOf(trx: Trx, row: RowOf<typeof Quote>, { text, link }: { text?: string | undefined; link: string }) {
  const { digits } = await trx
    .selectFrom('currency')
    .select('digits')
    .where('code', '=', row.currency)
    .executeTakeFirstOrThrow()
  const answer = `Read it, and accept or decline it until ${dateText(row.valid_until)}:\n${link}`
  if (text) return [text, answer].join('\n\n')
  const { name } = row.issuer!
  const amount = `${row.currency} ${moneyText(row.gross, digits)}`
  const deposit =
    row.deposit === 0 ? '' : ` Of it, ${row.currency} ${moneyText(row.deposit, digits)} is a deposit to pay first.`
  const first = [
    `Dear ${row.contact!.name},`,
    `please find attached quote ${row.document_number} of ${amount} from ${name}.${deposit}`,
  ]
  return [...first, answer, `Kind regards\n${name}`].join('\n\n')
}

type Letter = { to: string; text?: string | undefined }
