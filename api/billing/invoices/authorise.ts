import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { spendCreditOn } from '../ledger/account.ts'
import { unlockedAt } from '../ledger/locked.ts'
import { afterAuthorised, afterVoided } from '../ledger/outbox.ts'
import { allocate, type LockedInvoice, lockInvoice, record } from '../ledger/record.ts'
import { takeNumber } from '../numbers/next.ts'
import { checkDeposit, checkFinal } from './deposits.ts'
import { rateOfDocument } from './exchange_rate.ts'
import { frozen } from './invoice.ts'
import { isInForce } from './lines.ts'

/**
 * Authorises a draft: gives it the next number, freezes it with copies of contact and organisation, and writes the charge
 * (of a credit note the credit) to the ledger. Credit on account is used for it. Repeated it does nothing.
 *
 * @throws {AppError} not_possible where something is missing or more is credited than was invoiced
 */
export async function authorise(trx: Trx, id: number): Promise<void> {
  const draft = await lockInvoice(trx, id)
  if (draft.state === 'void') throw frozen()
  if (draft.state !== 'draft') return
  const credited = draft.credits_invoice_id === null ? null : await lockInvoice(trx, draft.credits_invoice_id)
  const { is_reverse } = await checkLines(trx, draft, credited?.issued_on ?? draft.issued_on)
  if (credited) await checkCredit(trx, draft, credited)
  else await checkFinal(trx, draft)
  const contact = await contactCopy(trx, draft)
  if (is_reverse && !contact.tax_number?.trim()) throw noTaxNumber()
  const issuer = await issuerCopy(trx, draft)
  const exchange_rate = await rateOfDocument(trx, draft)
  // Last, since numbers are locked until the commit, which prevents gaps.
  const { organisation_id, type, issued_on: day } = draft
  const { number, series, document_number } = await takeNumber(trx, { organisation_id, type, day })
  await sql`update invoice set state = 'authorised', number = ${number}, series = ${series}, document_number = ${document_number},
    contact = ${JSON.stringify(contact)}::jsonb, issuer = ${JSON.stringify(issuer)}::jsonb, authorised_at = now(),
    exchange_rate = ${exchange_rate}, modified_at = now() where id = ${id}`.execute(trx)
  const invoice = { ...draft, document_number }
  const [kind, sign] = draft.type === 'invoice' ? (['charge', 1] as const) : (['credit', -1] as const)
  if (draft.gross > 0) {
    const created_by = draft.created_by_user_id
    await record(trx, { invoice, kind, amount: sign * draft.gross, reference: document_number, created_by })
  } else await sql`update invoice set state = 'paid' where id = ${id}`.execute(trx)
  // The connected books have it, and what was open in the books before stays open.
  if (draft.is_opening) return
  // Before it is allocated: a provider needs the document first.
  await afterAuthorised(trx, { id, organisation_id: draft.organisation_id, type: draft.type })
  if (credited) await allocate(trx, id, credited.id, await settledAt(trx, draft, credited.issued_on))
  if (draft.type === 'invoice') await spendCreditOn(trx, invoice)
}

/**
 * When a credit note settles its invoice: on the later day of the two, where both are dated back.
 *
 * @returns nothing for now
 */
async function settledAt(trx: Trx, { organisation_id, issued_on }: LockedInvoice, other_on: string) {
  const { rows } = await sql<{ at: string }>`
    select to_char((greatest(${issued_on}::date, ${other_on}::date) + time '12:00') at time zone o.timezone at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from organisation o where o.id = ${organisation_id}
      and greatest(${issued_on}::date, ${other_on}::date) < (now() at time zone o.timezone)::date`.execute(trx)
  return rows[0] ? { at: await unlockedAt(trx, organisation_id, rows[0].at) } : {}
}

/**
 * Voids an authorised document on which nothing was paid, credited or allocated: its charge is reversed, its number stays.
 *
 * @throws {AppError} not_possible
 */
export async function voidInvoice(trx: Trx, id: number, { reason, user_id, is_read = false }: Voiding): Promise<void> {
  const invoice = await lockInvoice(trx, id)
  if (invoice.state === 'void') return
  if (invoice.state === 'draft') throw new AppError('not_possible', 'This is a draft: please delete it.')
  if (invoice.paid !== 0 || (invoice.state === 'paid' && invoice.gross > 0)) {
    throw new AppError('not_possible', `${invoice.document_number} has been paid or credited: please credit the rest.`)
  }
  await checkDeposit(trx, invoice)
  const charge = await trx
    .selectFrom('transaction')
    .select(['id', 'amount', 'kind'])
    .where('invoice_id', '=', id)
    .where('kind', 'in', ['charge', 'credit'])
    .where('reverses_transaction_id', 'is', null)
    .executeTakeFirst()
  await sql`update invoice set state = 'void', modified_at = now() where id = ${id}`.execute(trx)
  if (charge) {
    const reversal = { reverses_transaction_id: charge.id, reference: reason || 'Voided', created_by: user_id }
    await record(trx, { invoice, kind: charge.kind, amount: -charge.amount, ...reversal })
  }
  if (!is_read) await afterVoided(trx, { id, organisation_id: invoice.organisation_id, type: invoice.type })
}

/** `is_read`: it was voided at the accounting provider. */
export type Voiding = { reason?: string | undefined; user_id: number | null; is_read?: boolean }

/** What can still be credited of an invoice. */
export async function creditable(db: Db, { id, gross }: { id: number; gross: number }): Promise<number> {
  const { rows } = await sql<{ credited: number }>`select coalesce(sum(n.gross), 0)::float8 as credited from invoice n
    where n.credits_invoice_id = ${id} and n.state in ('authorised', 'paid')`.execute(db)
  return gross - rows[0]!.credited
}

async function checkCredit(trx: Trx, draft: LockedInvoice, credited: LockedInvoice): Promise<void> {
  if (credited.state !== 'authorised' && credited.state !== 'paid') {
    throw new AppError('not_possible', `The invoice is ${credited.state}: there is nothing to credit.`)
  }
  await checkDeposit(trx, credited)
  if (draft.gross <= (await creditable(trx, credited))) return
  throw new AppError('not_possible', `This credits more than ${credited.document_number} has left.`)
}

/** @throws {AppError} not_possible for a draft without lines, or with a rate that is not in force on its day */
async function checkLines(trx: Trx, { id }: LockedInvoice, day: string): Promise<{ is_reverse: boolean }> {
  const lines = await trx
    .selectFrom('invoice_line as l')
    .leftJoin('tax_rate as t', 't.id', 'l.tax_rate_id')
    .select(['l.position', 'l.tax_name', 't.type', 't.effective_from', 't.effective_to'])
    .where('l.invoice_id', '=', id)
    .execute()
  if (lines.length === 0) throw new AppError('not_possible', 'lines: there are none.', 'lines')
  const outdated = lines.find((tax) => !isInForce(tax, day))
  if (outdated) {
    const reason = `${outdated.tax_name} of line ${outdated.position} is not in force on ${day}.`
    throw new AppError('not_possible', reason, 'lines')
  }
  return { is_reverse: lines.some(({ type }) => type === 'reverse_charge') }
}

const noTaxNumber = () =>
  new AppError(
    'not_possible',
    'contact_id: the contact has no tax number, which an invoice with reverse charge needs.',
    'contact_id',
  )

async function contactCopy(trx: Trx, { contact_id }: LockedInvoice) {
  const contact =
    contact_id === null
      ? undefined
      : await trx
          .selectFrom('contact')
          .select(['name', 'company', 'email', 'phone', 'address1', 'address2', 'address3'])
          .select(['city', 'postcode', 'country', 'tax_number'])
          .where('id', '=', contact_id)
          .executeTakeFirst()
  if (!contact) throw new AppError('not_possible', 'contact_id: the contact is gone; please choose one.', 'contact_id')
  return contact
}

/** The organisation, its payment details and the theme, as the document shows them from now on. */
export async function issuerCopy(db: Db, { organisation_id, branding_theme_id }: Themed) {
  const { rows } = await sql<Issuer>`
    select o.name, o.address1, o.address2, o.address3, o.gst_number, o.phone, o.email, b.payment_details,
      coalesce(t.terms, '') as terms, coalesce(t.footer, '') as footer, t.logo_file_id
    from organisation o join billing_config b on b.organisation_id = o.id
    left join branding_theme t on t.id = coalesce(${branding_theme_id}::bigint, b.branding_theme_id)
    where o.id = ${organisation_id}`.execute(db)
  return rows[0]!
}

type Themed = { organisation_id: number; branding_theme_id: number | null }
export type Issuer = {
  name: string
  address1: string | null
  address2: string | null
  address3: string | null
  gst_number: string | null
  phone: string | null
  email: string | null
  payment_details: string
  terms: string
  footer: string
  logo_file_id: number | null
}
