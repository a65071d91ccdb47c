import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Invoice } from '#db/tables/billing/invoice.ts'
import type { InvoiceLine } from '#db/tables/billing/invoice_line.ts'
import type { Transaction } from '#db/tables/billing/transaction.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import { dueOn, payableOn } from '../instalments/due.ts'
import { type Instalment, instalmentsOf } from '../instalments/plan.ts'
import { computeDocument, type TaxAmounts } from '../money/document.ts'
import { type Issuer, issuerCopy } from './authorise.ts'

/** All of an invoice that its page, PDF and mail show; of a draft, what it would be if it were authorised now. */
export async function readDocument(db: Db, id: number): Promise<InvoiceDocument> {
  const { rows } = await sql<InvoiceDocument['invoice']>`
    select i.*, c.digits, n.document_number as credits_number,
      case when i.state in ('authorised', 'paid') then i.gross - i.paid else 0 end as open,
      ${dueOn('i')}::text as next_due_on, ${payableOn('i', today)}::float8 as payable
    from invoice i join currency c on c.code = i.currency left join invoice n on n.id = i.credits_invoice_id
    join organisation o on o.id = i.organisation_id where i.id = ${id}`.execute(db)
  const invoice = rows[0]!
  const { digits, amounts_are } = invoice
  const lines = await db
    .selectFrom('invoice_line')
    .selectAll()
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute()
  const { rows: transactions } = await sql<DocumentTransaction>`
    select t.id, t.at, t.kind, t.amount, t.method, t.reference, t.reverses_transaction_id from transaction t
    where t.invoice_id = ${id} order by t.id`.execute(db)
  return {
    invoice,
    digits,
    lines,
    taxes: computeDocument({ amounts_are, digits, lines }).taxes,
    reverse_charge: await hasReverseCharge(db, id),
    issuer: invoice.issuer ?? (await issuerCopy(db, invoice)),
    contact: invoice.contact ?? (await contactNow(db, invoice.contact_id)),
    transactions,
    instalments: await instalmentsOf(db, id),
    card: await takesCards(db, invoice.organisation_id),
  }
}

const today = sql`(now() at time zone o.timezone)::date`

/** The buyer accounts for the tax of some lines, which the document has to say. */
async function hasReverseCharge(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from invoice_line l join tax_rate t on t.id = l.tax_rate_id
    where l.invoice_id = ${id} and t.type = 'reverse_charge' limit 1`.execute(db)
  return rows.length > 0
}

/** Whether people can pay by card: a payment provider is connected. */
async function takesCards(db: Db, organisation_id: number): Promise<boolean> {
  const connection = await db
    .selectFrom('provider_connection')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('kind', '=', 'stripe')
    .where('state', '=', 'connected')
    .executeTakeFirst()
  return connection !== undefined
}

/** A contact as it is now. */
export async function contactNow(db: Db, contact_id: number | null): Promise<DocumentContact> {
  const contact = await db
    .selectFrom('contact')
    .select(['name', 'company', 'email', 'phone', 'address1', 'address2', 'address3'])
    .select(['city', 'postcode', 'country', 'tax_number'])
    .where('id', '=', contact_id)
    .executeTakeFirst()
  const missing = { company: null, email: null, phone: null, address1: null, address2: null, address3: null }
  return contact ?? { name: '', ...missing, city: null, postcode: null, country: null, tax_number: null }
}

type Field = 'company' | 'email' | 'phone' | 'address1' | 'address2' | 'address3' | 'city' | 'postcode' | 'country'
export type DocumentContact = { name: string } & Record<Field | 'tax_number', string | null>

type DocumentTransaction = Pick<
  RowOf<typeof Transaction>,
  'id' | 'at' | 'kind' | 'amount' | 'method' | 'reference' | 'reverses_transaction_id'
>

export type InvoiceDocument = {
  invoice: Omit<RowOf<typeof Invoice>, 'contact' | 'issuer'> & {
    contact: DocumentContact | null
    issuer: Issuer | null
    digits: number
    open: number
    /** Of the next instalment; else as `due_on`. */
    next_due_on: string
    /** What is to be paid now: of instalments, those that are due, and at least the next one. */
    payable: number
    credits_number: string | null
  }
  digits: number
  lines: RowOf<typeof InvoiceLine>[]
  taxes: TaxAmounts[]
  reverse_charge: boolean
  issuer: Issuer
  contact: DocumentContact
  transactions: DocumentTransaction[]
  /** Empty where it is paid at once. */
  instalments: Instalment[]
  /** Whether it can be paid by card. */
  card: boolean
}
