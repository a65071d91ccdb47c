import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { toMajor } from '../money/document.ts'
import {
  type Aged,
  type Amounts,
  ageDebts,
  boxesAu,
  boxesNz,
  countLines,
  incomeOf,
  sum,
  sumBy,
  sumTaxes,
} from '../money/reports.ts'
import type { ReportName } from '../money/shared/report_names.ts'
import { ledgerOf, readBooks, readHeld, readOpen, readRests } from './books.ts'
import { gainNotes, gainsReport, readGains, trialReport } from './exchange.ts'
import { feeGaps, feeNotes, readFees, stripeReport } from './provider.ts'
import { type Line, money, type Report, type ReportScope, text } from './table.ts'

/** The reports of a treasurer: each makes a table, whose amounts are integers of minor units. */
export const reports: Record<ReportName, (db: Db, asked: ReportScope) => Promise<Report>> = {
  async gst(db, asked) {
    const sums = sumTaxes(await readBooks(db, asked, asked), asked.basis, asked)
    const boxes = asked.country === 'au' ? boxesAu(sums) : boxesNz(sums)
    return {
      title: asked.country === 'au' ? 'GST: activity statement (Australia)' : 'GST return (New Zealand)',
      columns: [text('box', 'Box'), text('title', 'What it is'), money('amount', 'Amount')],
      rows: boxes.map(([box, title, amount]) => ({ box, title, amount })),
      total: null,
      notes: [
        basisNote(asked),
        ...(await gainNotes(db, asked)),
        `Outside of GST: ${sums.none.gross === 0 ? 'nothing' : 'see income by account'}.`,
        ...(await restNotes(db, asked)),
        ...(await feeNotes(db, asked)),
      ],
    }
  },

  async profit_and_loss(db, asked) {
    const books = await readBooks(db, asked, asked)
    const { rows: accounts } = await sql<{ code: string; name: string }>`
      select code, name from account where organisation_id = ${asked.organisation_id}`.execute(db)
    const names = new Map(accounts.map(({ code, name }) => [code, name]))
    const counted = incomeOf(countLines(books, asked.basis, asked))
    // Income that was never paid is an expense of who counts by invoices.
    const written = asked.basis === 'invoice' ? incomeOf(countLines(books, 'written_off', asked)) : []
    const income = sumBy(counted, ({ account }) => account).map(({ key, ...amounts }) => ({
      code: key,
      name: names.get(key) ?? '',
      ...amounts,
    }))
    const lost = written.length === 0 ? [] : [{ code: '', name: 'Written off and adjusted', ...sum(written) }]
    const costs = [...(await readFees(db, asked)), ...(await readGains(db, asked))]
    return {
      title: 'Profit and loss by account',
      columns: [text('code', 'Account'), text('name', 'Name'), ...amountColumns],
      rows: [...income, ...lost, ...costs],
      total: totalOf('code', [...counted, ...written, ...costs]),
      notes: [
        basisNote(asked),
        ...(await gainNotes(db, asked)),
        ...(await feeGaps(db, asked)),
        'Purchases and wages are not recorded here, but for fees of payments. Deposits that are held are no income yet.',
      ],
    }
  },

  async income_by_product(db, asked) {
    const { rows: products } = await sql<{ code: string; name: string }>`
      select code, name from product where organisation_id = ${asked.organisation_id}`.execute(db)
    const names = new Map(products.map(({ code, name }) => [code, name]))
    const counted = incomeOf(countLines(await readBooks(db, asked, asked), asked.basis, asked))
    return {
      title: 'Income by product',
      columns: [text('code', 'Code'), text('name', 'Product'), ...amountColumns],
      rows: sumBy(counted, ({ item }) => item).map(({ key, ...amounts }) => ({
        code: key,
        name: names.get(key) ?? (key ? '' : 'Lines without a product'),
        ...amounts,
      })),
      total: totalOf('code', counted),
      notes: [basisNote(asked)],
    }
  },

  async aged_debtors(db, asked) {
    const open = await readOpen(db, asked, asked.until)
    const names = new Map(open.map(({ contact_id, name }) => [contact_id, name]))
    const aged = ageDebts(open, asked.until)
      .map((one) => ({ ...one, name: names.get(one.contact_id) || 'Contacts that were deleted' }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    const total: Line = { name: 'Total' }
    for (const [name] of ages) total[name] = aged.reduce((s, one) => s + one[name], 0)
    return {
      title: 'Aged debtors',
      columns: [text('name', 'Contact'), ...ages.map(([name, title]) => money(name, title))],
      rows: aged.map(({ contact_id: _, ...row }) => row),
      total,
      notes: [
        'By the days since the due day; credit is what contacts have paid or were credited and not used.',
        ...(await gainNotes(db, asked)),
      ],
    }
  },

  async deposits(db, asked) {
    const held = await readHeld(db, asked, asked.until)
    return {
      title: 'Deposits held',
      columns: [text('name', 'Contact'), text('document', 'Document'), text('day', 'Date'), ...amountColumns],
      rows: held.map(({ reference: _, ...row }) => row),
      total: totalOf('name', held),
      notes: ['Invoices of deposits, credit notes of them, and invoices that have taken them off.'],
    }
  },

  stripe: stripeReport,
  currency_gains: gainsReport,
  trial_figures: trialReport,

  async members(db, { organisation_id, from, until }) {
    const { rows } = await sql<{ day: string; name: string; product: string; change: string }>`
      select s.began_on as day, coalesce(k.name, '') as name, s.product_name as product, 'Joined' as change, s.id
      from subscription s left join contact k on k.id = s.contact_id
      where s.organisation_id = ${organisation_id} and s.began_on between ${from}::date and ${until}::date
      union all
      select s.ended_on, coalesce(k.name, ''), s.product_name, 'Left: ' || s.state, s.id
      from subscription s left join contact k on k.id = s.contact_id
      where s.organisation_id = ${organisation_id} and s.ended_on between ${from}::date and ${until}::date
      order by 1, 5 limit 20000`.execute(db)
    const { rows: counts } = await sql<{ before: number; after: number }>`
      select count(*) filter (where began_on < ${from}::date and (ended_on is null or ended_on >= ${from}::date))::int as before,
        count(*) filter (where began_on <= ${until}::date and (ended_on is null or ended_on > ${until}::date))::int as after
      from subscription where organisation_id = ${organisation_id}`.execute(db)
    const { before, after } = counts[0]!
    const joined = rows.filter(({ change }) => change === 'Joined').length
    return {
      title: 'Memberships that began and ended',
      columns: [text('day', 'Day'), text('name', 'Person'), text('product', 'Membership'), text('change', 'Change')],
      rows: rows.map(({ day, name, product, change }) => ({ day, name, product, change })),
      total: null,
      notes: [`${before} at the beginning, ${joined} joined, ${rows.length - joined} left, ${after} at the end.`],
    }
  },
}

/** What a contact was charged and has paid, with the balance after each. */
export async function statementOf(db: Db, asked: ReportScope & { contact_id: number; name: string }): Promise<Report> {
  const { contact_id, name, from, until } = asked
  const { rows } = await sql<StatementLine>`with ledger as (${ledgerOf(asked)})
    select id, day, kind, amount, reference, document_number from ledger
    where contact_id = ${contact_id} and day <= ${until}::date order by day, id`.execute(db)
  let balance = rows.filter(({ day }) => day < from).reduce((s, { amount }) => s + amount, 0)
  const opening = { day: from, what: 'Balance before', document: '', amount: null, balance }
  const lines = rows
    .filter(({ day }) => day >= from)
    .map(({ day, kind, amount, reference, document_number }) => {
      balance += amount
      const more = reference && reference !== document_number ? `: ${reference}` : ''
      return { day, what: kinds[kind] + more, document: document_number ?? '', amount, balance }
    })
  const [aged] = ageDebts(await readOpen(db, asked, until, contact_id), until)
  const overdue = aged ? aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.over_90 : 0
  return {
    title: `Statement of account for ${name}`,
    columns: [
      text('day', 'Day'),
      text('what', 'What'),
      text('document', 'Document'),
      money('amount', 'Amount'),
      money('balance', 'Balance'),
    ],
    rows: [opening, ...lines],
    total: { day: 'To pay', what: balance < 0 ? 'In credit' : '', document: '', amount: null, balance },
    notes: [overdue > 0 ? 'Some of it is overdue: please pay it now.' : 'Nothing is overdue.'],
  }
}

const amountColumns = [money('net', 'Net'), money('tax', 'Tax'), money('gross', 'With tax')]
const ages: [keyof Aged, string][] = [
  ['current', 'Not due'],
  ['days_1_30', '1–30 days'],
  ['days_31_60', '31–60 days'],
  ['days_61_90', '61–90 days'],
  ['over_90', 'Over 90 days'],
  ['credit', 'Credit'],
  ['total', 'Total'],
]
const kinds: Record<string, string> = {
  charge: 'Invoice',
  credit: 'Credit note',
  payment: 'Payment',
  refund: 'Refund',
  writeoff: 'Written off',
  adjustment: 'Set off',
}
const totalOf = (name: string, counted: Amounts[]): Line => ({ [name]: 'Total', ...sum(counted) })
/**
 * By invoices, the whole supply counts with the first payment or invoice for it, so with its deposit.
 *
 * @source https://www.legislation.govt.nz/act/public/1985/0141/latest/DLM82419.html section 9(1)
 */
async function restNotes(db: Db, asked: ReportScope): Promise<string[]> {
  if (asked.basis === 'cash') return []
  const { gross, tax } = await readRests(db, asked, asked.until)
  if (gross === 0) return []
  const show = (amount: number) => `${asked.currency} ${toMajor(amount, asked.digits)}`
  return [
    `Quotes with a deposit, whose rest is not invoiced yet: ${show(gross)} with GST of ${show(tax)}. By invoices, all of a ` +
      'supply counts with its deposit: write the final invoice in the same period, or add this here and take it off later.',
  ]
}

const basisNote = ({ basis }: ReportScope) =>
  basis === 'cash' ? 'By payments received and refunded.' : 'By the days of invoices and credit notes.'

type StatementLine = { day: string; kind: string; amount: number; reference: string; document_number: string | null }
/** What a report is of. Dates include both ends; amounts have `digits` places. */
export type ReportHead = {
  organisation_id: number
  organisation_name: string
  from: string
  until: string
  currency: string
  digits: number
}
/** A report as it is answered and laid out. */
export type MadeReport = Report & ReportHead & { how_to_pay: string }
