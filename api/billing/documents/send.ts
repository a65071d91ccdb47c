import type { Db, Trx } from '#db/database.ts'
import { writeMessages } from '#messages/queue/write.ts'
import type { ApiContext } from '../../context.ts'
import { admit } from '../../crud/roles/limit.ts'
import { afterCommit } from '../../crud/transact.ts'
import { loadViewer, type Viewer } from '../../crud/viewer.ts'
import { type Generated, keepGenerated } from '../../files/documents/generated.ts'
import { AppError } from '../../http/errors.ts'
import { askRecipients } from '../../messaging/ask_recipients.ts'
import { electronicXml } from '../einvoice/read.ts'
import { type InvoiceDocument, readDocument } from '../invoices/document.ts'
import { toMajor } from '../money/document.ts'
import { facturXPdf, invoicePdf } from './invoice_pdf.ts'
import { dateText, titleOf } from './texts.ts'

/**
 * Mails an invoice with its PDF, which is kept among the files of the person whose invoice it is; of a contact without an
 * account, of the sender.
 *
 * @param mail.viewer who sends it; null is the platform, for invoices of subscriptions
 * @throws {AppError} not_possible for a draft, or without an address
 */
export async function sendInvoice(context: ApiContext, id: number, mail: Mail): Promise<number | null> {
  const { db } = context
  const document = await readDocument(db, id)
  const { invoice } = document
  if (invoice.state === 'draft') throw new AppError('not_possible', 'A draft is not sent: please authorise it.')
  const owner = invoice.user_id ?? mail.viewer?.user_id ?? null
  const person = owner === null ? null : await loadViewer(db, { user_id: owner })
  // What they are sent is theirs, whatever their role allows.
  const viewer = person && admit(person, 'self', 'write')
  const to = mail.to ?? (mail.viewer ? document.contact.email : await accountAddress(db, owner))
  if (!to) throw new AppError('not_possible', 'to: the contact has no e-mail address.', 'to')
  if (!viewer) throw new AppError('not_possible', 'The person of this invoice has no account any more.')
  const { organisation_id } = invoice
  const files = await filesOf(context, document, mail.viewer)
  return keepGenerated(context, { organisation_id, owner: viewer }, files, async (trx, file_ids) => {
    const [file_id] = file_ids
    if (mail.viewer === null || mail.once) await checkUnsent(trx, id)
    const message_id = await writeMail(trx, document, { ...mail, to, file_ids })
    await trx
      .updateTable('invoice')
      .set({ sent_at: new Date().toISOString(), message_id, pdf_file_id: file_id! })
      .where('id', '=', id)
      .execute()
    const evidence = { file_id: file_id!, entity: 'invoice', entity_id: id, title: titleOf(document) }
    await trx
      .insertInto('file_evidence')
      .values({ organisation_id, ...evidence })
      .execute()
    return message_id
  })
}

/** The PDF, which is a Factur-X where the contact wants that, and the electronic invoice beside it where they want that. */
async function filesOf(context: ApiContext, document: InvoiceDocument, viewer: Viewer | null): Promise<Generated[]> {
  const { db } = context
  const { id, document_number, contact_id } = document.invoice
  const wanted = await db
    .selectFrom('contact')
    .select(['with_facturx', 'with_xml'])
    .where('id', '=', contact_id)
    .executeTakeFirst()
  const user_id = viewer?.user_id ?? null
  const hybrid = wanted?.with_facturx
    ? await ifPossible(context, document, viewer, () => facturXPdf(context, document, user_id))
    : null
  const xml = wanted?.with_xml
    ? await ifPossible(context, document, viewer, () => electronicXml(db, document, 'ubl'))
    : null
  const name = (document_number ?? String(id)).replace(/[^\p{L}\p{N}._-]/gu, '-')
  return [
    { name: `${name}.pdf`, bytes: hybrid ?? (await invoicePdf(context, document, user_id)) },
    ...(xml === null ? [] : [{ name: `${name}.xml`, bytes: Buffer.from(xml) }]),
  ]
}

/**
 * What EN 16931 asks for and is missing refuses what a person sends, who can mend it; what is sent by itself goes without
 * the electronic invoice.
 */
async function ifPossible<T>(context: ApiContext, of: InvoiceDocument, viewer: Viewer | null, make: () => Promise<T>) {
  try {
    return await make()
  } catch (err) {
    if (viewer !== null || !(err instanceof AppError) || err.code !== 'not_possible') throw err
    context.log.warn({ err, invoice: of.invoice.id }, 'an invoice goes without the electronic one')
    return null
  }
}

/** Locks the invoice; of two processes that send it, the second finds it sent. */
async function checkUnsent(trx: Trx, id: number): Promise<void> {
  const { sent_at } = await trx
    .selectFrom('invoice')
    .select('sent_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (sent_at !== null) throw new AppError('conflict', 'This invoice has been sent by another process.')
}

/**
 * What the platform sends by itself goes to the person's account: the address of a contact is theirs to change, and would
 * let them send mails to others.
 */
async function accountAddress(db: Db, user_id: number | null): Promise<string | null> {
  if (user_id === null) return null
  const account = await db.selectFrom('user_account').select('email').where('id', '=', user_id).executeTakeFirst()
  return account?.email ?? null
}

async function writeMail(trx: Trx, document: InvoiceDocument, { viewer, to, file_ids, ...mail }: Attached) {
  const { invoice, issuer } = document
  const { organisation_id, user_id } = invoice
  const title = titleOf(document)
  const subject = (mail.subject ?? `${title} from ${issuer.name}`).slice(0, 500)
  const occasion = viewer === null ? `invoice ${invoice.id}` : null
  const common = { organisation_id, kind: 'person' as const, sender_user_id: viewer?.user_id ?? null, recipients: to }
  const deliveries = [
    { channel: 'email' as const, user_id: viewer === null ? user_id : null, address: to.toLowerCase(), occasion },
    ...(user_id === null ? [] : [{ channel: 'app' as const, user_id, address: document.contact.name, occasion }]),
  ]
  const text = mail.text ?? textOf(document)
  const [message_id = null] = await writeMessages(trx, [{ ...common, subject, text, deliveries }])
  if (message_id !== null) {
    await trx
      .insertInto('attachment')
      .values(
        file_ids.map((file_id) => {
          return { organisation_id, file_id, message_id, created_by_user_id: viewer?.user_id ?? user_id }
        }),
      )
      .execute()
  }
  // A reader outside of the organisation is asked once whether they agree to messages.
  if (viewer) await askRecipients(trx, organisation_id, { email_recipients: to })
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return message_id
}

/** The text of the mail, in the words of the document. */
function textOf(document: InvoiceDocument): string {
  const { invoice, issuer, contact, digits } = document
  const amount = `${invoice.currency} ${toMajor(invoice.payable, digits)}`
  const first = [`Dear ${contact.name},`, `please find attached ${titleOf(document)} from ${issuer.name}.`]
  const open =
    invoice.type === 'credit_note'
      ? `Credit: ${invoice.currency} ${toMajor(invoice.gross, digits)}.`
      : invoice.open > 0
        ? `To pay: ${amount} by ${dateText(invoice.next_due_on)}${restOf(document)}.`
        : 'Nothing is left to pay.'
  const how = invoice.type === 'invoice' && invoice.open > 0 ? issuer.payment_details : ''
  return [...first, open, how, `Kind regards\n${issuer.name}`].filter(Boolean).join('\n\n')
}

/** `, then NZD 30.00 by 15 April 2027`: the instalments that follow. */
function restOf({ invoice, instalments, digits }: InvoiceDocument): string {
  return instalments
    .filter(({ due_on, open }) => open > 0 && due_on > invoice.next_due_on)
    .map(({ due_on, open }) => `, then ${invoice.currency} ${toMajor(open, digits)} by ${dateText(due_on)}`)
    .join('')
}

type Mail = {
  viewer: Viewer | null
  to?: string | undefined
  subject?: string | undefined
  text?: string | undefined
  /** Whether it is sent by itself, and by one process only. */
  once?: boolean
}
type Attached = Mail & { to: string; file_ids: number[] }
