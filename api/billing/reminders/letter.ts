import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { render } from '#messages/templates/render.ts'
import { afterCommit, contextOf } from '../../crud/transact.ts'
import { askRecipients } from '../../messaging/ask_recipients.ts'
import { personalReminder } from '../../messaging/personal_reminder.ts'
import { publishUnread } from '../../messaging/unread.ts'
import { dateText, moneyText } from '../documents/texts.ts'
import { dueOn, payableOn } from '../instalments/due.ts'
import type { DueInvoice } from './due.ts'

/** What texts of reminders may name. */
export const placeholders = [
  'name',
  'number',
  'open',
  'due_on',
  'days_late',
  'organisation',
  'how_to_pay',
  'link',
] as const

/**
 * Writes the mail of a reminder or fee, with the PDF that the invoice was sent with. A person with an account has it in the app
 * as well; a contact without one is written to by the author of the plan.
 *
 * @param occasion written once
 */
export async function writeLetter(trx: Trx, invoice: DueInvoice, letter: Letter): Promise<number | null> {
  const { organisation_id, user_id, email, contact_name } = invoice
  const about = await invoiceNow(trx, letter.about ?? invoice.id, letter.today)
  const values = valuesOf(invoice, about, { today: letter.today, public_url: contextOf(trx).config.public_url })
  const subject = render(letter.subject, values).slice(0, 500)
  const text = render(letter.text, values)
  const { occasion, author_id } = letter
  const message =
    user_id === null
      ? {
          organisation_id,
          kind: 'person' as const,
          sender_user_id: author_id,
          recipients: email!,
          subject,
          text,
          deliveries: [{ channel: 'email' as const, user_id: null, address: email!.toLowerCase(), occasion }],
        }
      : personalReminder({ organisation_id, user_id, person: contact_name, email, occasion, subject, text })
  const [message_id = null] = await writeMessages(trx, [message])
  if (message_id === null) return null
  if (about.pdf_file_id !== null) {
    const attachment = { organisation_id, file_id: about.pdf_file_id, message_id, created_by_user_id: author_id }
    await trx.insertInto('attachment').values(attachment).execute()
  }
  if (user_id === null) await askRecipients(trx, organisation_id, { email_recipients: email })
  else await publishUnread(trx, user_id, { message_id, subject })
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return message_id
}

async function invoiceNow(trx: Trx, id: number, today: string): Promise<About> {
  const { rows } = await sql<About>`
    select i.id, i.document_number, ${dueOn('i')}::text as due_on, i.currency, c.digits,
      (${payableOn('i', today)})::float8 as open,
      coalesce(i.issuer ->> 'name', o.name) as organisation, coalesce(i.issuer ->> 'payment_details', '') as how_to_pay,
      f.id as pdf_file_id
    from invoice i join organisation o on o.id = i.organisation_id join currency c on c.code = i.currency
    left join file f on f.id = i.pdf_file_id and f.deleted_at is null
    where i.id = ${id}`.execute(trx)
  return rows[0]!
}

function valuesOf({ contact_name, user_id }: DueInvoice, about: About, { today, public_url }: When) {
  const late = Math.max(0, Math.round((Date.parse(today) - Date.parse(about.due_on)) / 86_400_000))
  return {
    name: contact_name,
    number: about.document_number,
    open: `${about.currency} ${moneyText(about.open, about.digits)}`,
    due_on: dateText(about.due_on),
    days_late: late > 0 ? String(late) : '',
    organisation: about.organisation,
    how_to_pay: about.how_to_pay,
    link: user_id === null ? '' : linksTo(public_url).invoice(about.id),
  }
}

type When = { today: string; public_url: string | undefined }
type About = {
  id: number
  document_number: string
  due_on: string
  currency: string
  digits: number
  open: number
  organisation: string
  how_to_pay: string
  pdf_file_id: number | null
}
/** @property about another invoice than the unpaid one: that of its fee */
type Letter = { subject: string; text: string; today: string; author_id: number; occasion: string; about?: number }
