import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { reduces } from '../instalments/due.ts'
import { linesToHome, partsToHome, toHome } from '../money/exchange.ts'
import { openParts } from '../money/instalments.ts'
import {
  type Amounts,
  type BookDocument,
  type BookLine,
  type Days,
  type Entry,
  type Open,
  sum,
} from '../money/reports.ts'

/**
 * Entries of the ledger with the day to which they count: a charge counts on the day of its document, what voids it on
 * the day of the act, but not before the document; all else when it was paid or set off. What was brought forward from
 * the books before, and is void, was never there.
 *
 * In the home currency these are all entries, with their amounts in it; in another those of its documents.
 */
export const ledgerOf = ({ organisation_id, currency, in_home }: Whose): RawBuilder<unknown> => sql`
  select t.id, t.invoice_id as document_id, t.contact_id, t.kind, ${in_home ? sql`t.home_amount` : sql`t.amount`} as amount,
    t.amount as own_amount, t.currency, t.home_gain, t.reference, i.document_number, i.due_on,
    case when i.id is null or t.kind not in ('charge', 'credit') then (t.at at time zone o.timezone)::date
      when t.reverses_transaction_id is null or i.is_opening then i.issued_on
      else greatest(i.issued_on, (t.at at time zone o.timezone)::date) end as day,
    coalesce(r.client_key, t.client_key, '') like 'allocate %' as is_allocation,
    coalesce(i.is_opening, false) and t.kind = 'charge' as is_opening
  from transaction t join organisation o on o.id = t.organisation_id
  left join invoice i on i.id = t.invoice_id left join transaction r on r.id = t.reverses_transaction_id
  where t.organisation_id = ${organisation_id}
    and ${in_home ? sql`t.home_amount is not null` : sql`t.currency = ${currency}`}`

/**
 * The documents with something in a period, and all of their entries until its end. That an invoice was brought forward
 * is no income: the books before had it.
 *
 * @throws {AppError} not_possible for more than can be summed at once
 */
export async function readBooks(db: Db, whose: Whose, { from, until }: Days) {
  const { rows: entries } = await sql<Entry>`
    with all_entries as (${ledgerOf(whose)}), ledger as (select * from all_entries where not is_opening)
    select document_id, day, kind, amount, is_allocation from ledger where day <= ${until}::date and document_id in (
      select document_id from ledger where day between ${from}::date and ${until}::date)
    limit ${MOST + 1}`.execute(db)
  if (entries.length > MOST) {
    throw new AppError('not_possible', `This period has more than ${MOST} entries: please choose a shorter one.`)
  }
  const ids = [...new Set(entries.map(({ document_id }) => document_id!))]
  const lines = await readLines(db, whose, ids)
  const documents: BookDocument[] = [...lines].map(([id, members]) => ({
    id,
    gross: members.reduce((sum, { gross }) => sum + gross, 0),
    lines: members,
  }))
  return { documents, entries }
}

/** The lines of documents, in the currency of the report. */
async function readLines(db: Db, whose: Whose, ids: number[]): Promise<Map<number, Line[]>> {
  const { rows } = await sql<Line>`
    select l.invoice_id, i.currency, i.exchange_rate, c.digits, l.net, l.tax, l.gross, l.account_code as account, l.item_code as item,
      case when i.amounts_are = 'no_tax' then 'none' else coalesce(r.type, 'none') end as tax_type,
      coalesce(a.type = 'liability', false) as is_held
    from invoice_line l join invoice i on i.id = l.invoice_id join currency c on c.code = i.currency
    left join tax_rate r on r.id = l.tax_rate_id
    left join account a on a.organisation_id = l.organisation_id and lower(a.code) = lower(l.account_code)
    where l.organisation_id = ${whose.organisation_id}
      and l.invoice_id in (select unnest(${`{${ids.join(',')}}`}::bigint[]))
    order by l.invoice_id, l.position`.execute(db)
  const lines = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  for (const [id, members] of lines) {
    const { currency, exchange_rate, digits } = members[0]!
    if (currency === whose.currency || exchange_rate === null) continue
    lines.set(id, linesToHome(members, exchange_rate, { digits, home_digits: whose.digits }))
  }
  return lines
}

/** What each document has added to the accounts of liabilities, or taken off them, until the end of a day: deposits. */
export async function readHeld(db: Db, whose: Whose, day: string): Promise<HeldLine[]> {
  const { rows } = await sql<HeldDocument>`
    with ledger as (${ledgerOf(whose)}), counted as (
      select document_id, sum(amount) as amount from ledger
      where kind in ('charge', 'credit') and day <= ${day}::date group by document_id having sum(amount) <> 0)
    select i.id, coalesce(k.name, i.contact ->> 'name', '') as name, i.issued_on as day,
      i.document_number as document, i.reference, sign(c.amount)::int as sign
    from counted c join invoice i on i.id = c.document_id left join contact k on k.id = i.contact_id
    where exists (select from invoice_line l join account a on a.organisation_id = i.organisation_id
      and lower(a.code) = lower(l.account_code) and a.type = 'liability' where l.invoice_id = i.id)
    order by 2, i.issued_on, i.id limit ${MOST + 1}`.execute(db)
  if (rows.length > MOST) throw new AppError('not_possible', `More than ${MOST} documents have deposits.`)
  const ids = rows.map(({ id }) => id)
  const lines = await readLines(db, whose, ids)
  return rows.flatMap(({ id, sign, ...document }) => {
    const { net, tax, gross } = sum((lines.get(id) ?? []).filter(({ is_held }) => is_held))
    return gross === 0 ? [] : [{ ...document, net: net * sign, tax: tax * sign, gross: gross * sign }]
  })
}

/** What is left to be invoiced of quotes whose deposit was invoiced until the end of a day, at the deposit's rate. */
export async function readRests(
  db: Db,
  { organisation_id, currency, digits: home_digits, in_home }: Whose,
  day: string,
) {
  const { rows } = await sql<Rest>`
    select q.currency, d.exchange_rate, c.digits, sum(q.gross - d.gross)::float8 as gross, sum(q.tax - d.tax)::float8 as tax
    from quote q join invoice d on d.id = q.deposit_invoice_id and d.state in ('authorised', 'paid')
    join currency c on c.code = q.currency
    left join invoice f on f.id = q.invoice_id and f.state in ('authorised', 'paid') and f.issued_on <= ${day}::date
    where q.organisation_id = ${organisation_id} and d.issued_on <= ${day}::date and f.id is null
      and (q.currency = ${currency} or (${in_home}::boolean and d.exchange_rate is not null))
    group by q.currency, d.exchange_rate, c.digits`.execute(db)
  return rows.reduce(
    (total, { currency: own, exchange_rate, digits, gross, tax }) => {
      const inReport = (amount: number) =>
        own === currency ? amount : toHome(amount, exchange_rate!, { digits, home_digits })
      return { gross: total.gross + inReport(gross), tax: total.tax + inReport(tax) }
    },
    { gross: 0, tax: 0 },
  )
}

/** What each document has open at the end of a day, and what contacts have paid without one. */
export async function readOpen(db: Db, whose: Whose, day: string, contact_id: number | null = null) {
  const { rows } = await sql<OpenDocument>`
    with ledger as (${ledgerOf(whose)})
    select l.contact_id, l.document_id, l.due_on, sum(l.amount)::float8 as amount,
      sum(l.own_amount)::float8 as own_amount, coalesce(max(k.name), '') as name
    from ledger l left join contact k on k.id = l.contact_id
    where l.day <= ${day}::date and (${contact_id}::bigint is null or l.contact_id = ${contact_id}::bigint)
    group by l.contact_id, l.document_id, l.due_on having sum(l.amount) <> 0
    limit ${MOST + 1}`.execute(db)
  if (rows.length > MOST) throw new AppError('not_possible', `More than ${MOST} documents are open.`)
  return byInstalments(db, whose, day, rows)
}

/** What is open of each instalment, where a document has such, as it was at the end of the day. */
async function byInstalments(db: Db, whose: Whose, day: string, open: OpenDocument[]): Promise<OpenDocument[]> {
  const ids = `{${open.flatMap(({ document_id }) => document_id ?? []).join(',')}}`
  const { rows: parts } = await sql<{ invoice_id: number; due_on: string; amount: number }>`
    select invoice_id, due_on, amount from instalment where organisation_id = ${whose.organisation_id}
      and invoice_id = any(${ids}::bigint[]) order by invoice_id, position`.execute(db)
  if (parts.length === 0) return open
  const plans = Map.groupBy(parts, ({ invoice_id }) => invoice_id)
  const { rows: lines } = await sql<{ document_id: number; reduced: number }>`
    with ledger as (${ledgerOf(whose)})
    select l.document_id, -sum(l.own_amount)::float8 as reduced
    from ledger l join transaction t on t.id = l.id left join transaction r on r.id = t.reverses_transaction_id
    where l.day <= ${day}::date and l.document_id = any(${`{${[...plans.keys()].join(',')}}`}::bigint[])
      and ${reduces('t', 'r')} group by l.document_id`.execute(db)
  const reduced = new Map(lines.map((line) => [line.document_id, line.reduced]))
  return open.flatMap((document) => {
    const plan = document.document_id === null ? undefined : plans.get(document.document_id)
    if (!plan || document.amount < 0) return [document]
    const amounts = plan.map(({ amount }) => amount)
    const less = reduced.get(document.document_id!) ?? 0
    const paid = amounts.reduce((sum, amount) => sum + amount, 0) - document.own_amount - less
    const parts = partsToHome(openParts(amounts, { paid, reduced: less }), document.amount)
    return parts.flatMap((amount, i) => (amount === 0 ? [] : [{ ...document, amount, due_on: plan[i]!.due_on }]))
  })
}

/** As many as are summed within a second or two. */
const MOST = 200_000

type OpenDocument = Open & { document_id: number | null; name: string; own_amount: number }
type HeldDocument = { id: number; sign: number; name: string; day: string; document: string; reference: string }
type HeldLine = Amounts & { name: string; day: string; document: string; reference: string }
type Line = BookLine & { invoice_id: number; currency: string; exchange_rate: string | null; digits: number }
type Rest = { currency: string; exchange_rate: string | null; digits: number; gross: number; tax: number }
/** `in_home`: whether all is counted, in the home currency, or what is of another currency in that. */
export type Whose = { organisation_id: number; currency: string; digits: number; in_home: boolean }
