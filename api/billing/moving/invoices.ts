import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { ImportKind, WholeLine, Wrote } from '../../crud/imports/kind.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkAdministrator, todayOf } from '../access.ts'
import { accountFor } from '../books/account_for.ts'
import { digitsOf } from '../books/checks.ts'
import { ensureBooks } from '../books/defaults.ts'
import { dateText } from '../documents/texts.ts'
import { authorise, voidInvoice } from '../invoices/authorise.ts'
import { invoice, writeDraft } from '../invoices/invoice.ts'
import { isInForce } from '../invoices/lines.ts'
import { toMajor } from '../money/document.ts'
import { linkPeople } from '../subscriptions/link_people.ts'
import { invoiceColumns } from './columns.ts'
import { contactFor } from './contact_for.ts'
import { type To, undoCredit, writeCredit } from './credits.ts'
import { type OpenInvoice, openingOf, taxedPartOf } from './opening.ts'

/** What stands against amounts that are brought forward. */
const OPENING = { name: 'Opening balances', type: 'equity', codes: ['890', 'OPENING'] } as const

/** What was open in the books before: invoices, and credit that was not used. */
export const openInvoices: ImportKind = {
  resource: invoice,
  key: ['number', 'contact'],
  columns: invoiceColumns,
  same: ({ number, contact, issued_on, amount_due }) =>
    (number ?? [contact, issued_on, amount_due].join('\n')).toLowerCase(),
  whole: {
    repeats: true,
    prepare: (db, organisation_id) => ensureBooks(db, [organisation_id]),
    write: writeOpening,
    async finish(trx, { organisation_id, created }) {
      if (created > 0) await checkQuota(trx, 'invoices_per_day', { id: organisation_id })
      await linkPeople(trx, { organisation_id })
    },
    undo: undoOpening,
  },
}

async function writeOpening(trx: Trx, line: WholeLine): Promise<Wrote> {
  const { viewer, organisation_id, values, date_order } = line
  checkAdministrator(viewer, organisation_id)
  const own = await trx
    .selectFrom('billing_config')
    .select('currency')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  const currency = values.currency?.toUpperCase() ?? own.currency
  const digits = await digitsOf(trx, currency)
  const opening = openingOf(values, { digits, date_order, today: await todayOf(trx, organisation_id) })
  if (opening.is === 'settled') return { is: 'same', id: 0, before: null, shown_once: null }
  const named = { organisation_id, name: values.contact!, email: values.email, column: 'contact' }
  const contact = await contactFor(trx, { ...named, create: line.creates_missing })
  const to = { organisation_id, contact_id: contact.id, user_id: contact.user_id, currency, by: viewer.user_id }
  const { id, is } =
    opening.is === 'credit' ? await writeCredit(trx, to, opening) : await writeInvoice(trx, to, opening)
  const sum = { what: opening.is, amount: opening.amount, currency, digits }
  return { is, id, before: null, shown_once: null, what: opening.is, ...(is === 'created' && { sum }) }
}

/** One line, or two where only a part of it was taxed. */
async function writeInvoice(trx: Trx, to: To, opening: OpenInvoice) {
  const { organisation_id, contact_id, currency, by } = to
  const { number, issued_on, due_on, amount } = opening
  const written = await findWritten(trx, organisation_id, opening.key)
  const known = written.find(({ state }) => state !== 'void')
  if (known) {
    if (known.contact_id === contact_id && known.gross === amount && known.currency === currency) {
      return { id: known.id, is: 'same' as const }
    }
    throw wrong('number', `${number} is here already, with another amount or contact (${known.document_number}).`)
  }
  const digits = await digitsOf(trx, currency)
  const tax = opening.tax === 0 ? null : await taxOn(trx, organisation_id, issued_on)
  const taxed = tax ? taxedPartOf(opening, tax.rate) : 0
  const account_code = await accountFor(trx, organisation_id, OPENING)
  const description = `Brought forward: ${number ? `invoice ${number} of ` : ''}${dateText(issued_on)}`
  const lines = [
    { amount: taxed, tax_rate_id: tax?.id ?? null },
    { amount: amount - taxed, tax_rate_id: null },
  ].filter((part) => part.amount > 0)
  const draft = {
    organisation_id,
    contact_id,
    currency,
    issued_on,
    due_on,
    created_by_user_id: by,
    amounts_are: tax ? ('inclusive' as const) : ('no_tax' as const),
    reference: number.slice(0, 200),
    is_opening: true,
    client_key: written.length === 0 ? opening.key : `${opening.key} again ${written.length}`,
  }
  const { id } = await writeDraft(
    trx,
    draft,
    lines.map(({ amount, tax_rate_id }) => ({
      description,
      account_code,
      tax_rate_id,
      quantity: '1',
      unit_price: toMajor(amount, digits),
    })),
  )
  await authorise(trx, id)
  return { id, is: 'created' as const }
}

async function findWritten(trx: Trx, organisation_id: number, key: string) {
  return trx
    .selectFrom('invoice')
    .select(['id', 'state', 'contact_id', 'gross', 'currency', 'document_number'])
    .where('organisation_id', '=', organisation_id)
    .where(sql<boolean>`(client_key = ${key} or starts_with(client_key, ${`${key} again `}))`)
    .execute()
}

/** The tax that was in force on the day: that of the settings, else the only one. */
async function taxOn(trx: Trx, organisation_id: number, day: string) {
  const { rows } = await sql<Tax>`
    select t.id::float8 as id, t.rate::text as rate, t.effective_from, t.effective_to, t.code = s.code as is_own
    from tax_rate t join billing_config b on b.organisation_id = t.organisation_id
    left join tax_rate s on s.id = b.tax_rate_id
    where t.organisation_id = ${organisation_id} and t.type in ('standard', 'reduced') and t.active and t.rate > 0
    order by t.code = s.code desc nulls last, t.id`.execute(trx)
  const found = rows.find((tax) => isInForce(tax, day))
  if (!found) throw wrong('tax', `no tax rate was in force on ${day}: enter one, or leave the column out.`)
  return found
}

/** An invoice is voided, credit is reversed: numbers and ledger are kept. */
async function undoOpening(trx: Trx, { viewer, organisation_id, id, what }: Undone): Promise<void> {
  checkAdministrator(viewer, organisation_id)
  if (what === 'credit') return undoCredit(trx, { organisation_id, id, by: viewer.user_id })
  const { rows } = await sql`select 1 from invoice
    where id = ${id} and organisation_id = ${organisation_id} and is_opening`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found', 'There is no such invoice.', 'id')
  await voidInvoice(trx, id, { reason: 'The import was undone', user_id: viewer.user_id })
}

type Tax = { id: number; rate: string; effective_from: string | null; effective_to: string | null }
type Undone = { viewer: WholeLine['viewer']; organisation_id: number; id: number; what: string | null }
