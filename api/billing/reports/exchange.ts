import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { toMajor } from '../money/document.ts'
import { toHome } from '../money/exchange.ts'
import { type Amounts, countLines, sumBy } from '../money/reports.ts'
import { ledgerOf, readBooks } from './books.ts'
import { money, type Report, type ReportScope, text } from './table.ts'

/** What was gained and lost by rates of exchange, and what would be at rates of the last day. */
export async function gainsReport(db: Db, asked: ReportScope): Promise<Report> {
  const { rows } = await sql<Gain>`
    with ledger as (${ledgerOf(asked)})
    select l.day, coalesce(k.name, '') as name, coalesce(l.document_number, '') as document, l.kind,
      t.reverses_transaction_id is not null as is_reversal, l.currency, c.digits, l.own_amount as amount,
      coalesce(trim_scale(i.exchange_rate)::text, '') as document_rate, coalesce(trim_scale(t.exchange_rate)::text, '') as rate,
      l.home_gain::float8 as gain
    from ledger l join transaction t on t.id = l.id join currency c on c.code = l.currency
    left join invoice i on i.id = l.document_id left join contact k on k.id = l.contact_id
    where l.home_gain <> 0 and l.day between ${asked.from}::date and ${asked.until}::date
    order by l.day, l.id limit ${MOST + 1}`.execute(db)
  if (rows.length > MOST)
    throw new AppError('not_possible', `More than ${MOST} entries: please choose a shorter period.`)
  return {
    title: 'Currency gains',
    columns: [
      text('day', 'Day'),
      text('name', 'Contact'),
      text('document', 'Document'),
      text('what', 'What'),
      text('amount', 'Amount'),
      text('document_rate', 'Rate of the document'),
      text('rate', 'Rate'),
      money('gain', 'Gain'),
    ],
    rows: rows.map(({ kind, is_reversal, currency, digits, amount, ...row }) => ({
      ...row,
      what: `${kinds[kind]}${is_reversal ? ', reversed' : ''}`,
      amount: `${currency} ${toMajor(Math.abs(amount), digits)}`,
    })),
    total: { day: 'Realised', gain: rows.reduce((sum, { gain }) => sum + gain, 0) },
    notes: [
      'A loss is negative. A rate is how much of the currency one of the home currency is.',
      ...(await unrealisedNotes(db, asked)),
      ...(await gainNotes(db, asked)),
    ],
  }
}

/** Gains by the account that they were posted to, as income without tax. */
export async function readGains(db: Db, asked: ReportScope): Promise<(Amounts & { code: string; name: string })[]> {
  if (!asked.in_home) return []
  const { rows } = await sql<{ code: string; name: string; gain: number }>`
    with ledger as (${ledgerOf(asked)})
    select t.gain_account as code, coalesce(max(a.name), '') as name, sum(l.home_gain)::float8 as gain
    from ledger l join transaction t on t.id = l.id
    left join account a on a.organisation_id = t.organisation_id and lower(a.code) = lower(t.gain_account)
    where l.home_gain <> 0 and l.day between ${asked.from}::date and ${asked.until}::date
    group by t.gain_account order by 1`.execute(db)
  return rows.map(({ code, name, gain }) => ({ code, name, net: gain, tax: 0, gross: gain }))
}

/** Says what a report in the home currency leaves out, since no rate is known. */
export async function gainNotes(db: Db, asked: ReportScope): Promise<string[]> {
  if (!asked.in_home) return ['Documents in this currency alone.']
  const { rows } = await sql<{ currency: string; count: number }>`
    select t.currency, count(*)::int as count from transaction t where t.organisation_id = ${asked.organisation_id}
      and t.home_amount is null group by t.currency order by 1`.execute(db)
  if (rows.length === 0) return []
  const counts = rows.map(({ currency, count }) => `${count} in ${currency}`).join(', ')
  return [`Entries without a rate of exchange are left out: ${counts}. Choose their currency to see them.`]
}

/**
 * What the ledger moved in a period, by account: debits are positive and all add up to nothing. Income and tax are those
 * of the documents; the bank is what was paid and refunded, before the fees of a provider.
 */
export async function trialReport(db: Db, asked: ReportScope): Promise<Report> {
  const moved = await readMoved(db, asked)
  const counted = countLines(await readBooks(db, asked, asked), 'invoice', asked)
  const income = sumBy(counted, ({ account }) => account)
  const { rows: accounts } = await sql<{ code: string; name: string }>`
    select code, name from account where organisation_id = ${asked.organisation_id}`.execute(db)
  const names = new Map(accounts.map(({ code, name }) => [code, name]))
  const of = (what: Moved['what'], key: 'amount' | 'gain') =>
    moved.filter((one) => one.what === what).reduce((sum, one) => sum + one[key], 0)
  const all = (key: 'amount' | 'gain') => moved.reduce((sum, one) => sum + one[key], 0)
  const figures: [string, string, number][] = [
    ['', 'Debtors, less credit', all('amount')],
    ['', 'Paid and refunded', of('money', 'gain') - of('money', 'amount')],
    ['', 'Set off', of('set_off', 'gain') - of('set_off', 'amount')],
    ['', 'Written off and adjusted', 0 - of('written_off', 'amount')],
    ['', 'Opening balances', 0 - of('opening', 'amount')],
    ...income.map(({ key, net }): [string, string, number] => [key, names.get(key) ?? '', 0 - net]),
    ['', 'Tax', 0 - income.reduce((sum, { tax }) => sum + tax, 0)],
    ...(await readGains(db, asked)).map(({ code, name, net }): [string, string, number] => [code, name, 0 - net]),
  ]
  const rows = figures.filter(([, , amount]) => amount !== 0)
  return {
    title: 'Trial figures',
    columns: [text('code', 'Account'), text('name', 'Name'), money('debit', 'Debit'), money('credit', 'Credit')],
    rows: rows.map(([code, name, amount]) => ({ code, name, debit: debit(amount), credit: debit(0 - amount) })),
    total: {
      code: 'Total',
      debit: rows.reduce((sum, [, , amount]) => sum + Math.max(amount, 0), 0),
      credit: rows.reduce((sum, [, , amount]) => sum + Math.max(0 - amount, 0), 0),
    },
    notes: [
      'What has moved in the period. Fees and payouts of Stripe stand in its own report.',
      ...(await gainNotes(db, asked)),
    ],
  }
}

const debit = (amount: number) => (amount > 0 ? amount : null)

async function readMoved(db: Db, asked: ReportScope): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with ledger as (${ledgerOf(asked)})
    select case when is_opening then 'opening' when kind in ('charge', 'credit') then 'document'
        when is_allocation then 'set_off' when kind in ('payment', 'refund') then 'money' else 'written_off' end as what,
      sum(amount)::float8 as amount, sum(home_gain)::float8 as gain
    from ledger where day between ${asked.from}::date and ${asked.until}::date group by 1`.execute(db)
  return rows
}

/** What is open in other currencies at the end of the period, and what it is worth at the rates that are given. */
async function unrealisedNotes(db: Db, asked: ReportScope): Promise<string[]> {
  const { rows } = await sql<{ currency: string; digits: number; open: number; carried: number }>`
    with ledger as (${ledgerOf(asked)})
    select l.currency, c.digits, sum(l.own_amount)::float8 as open, sum(l.amount)::float8 as carried
    from ledger l join currency c on c.code = l.currency
    where l.currency <> ${asked.currency} and l.day <= ${asked.until}::date
    group by l.currency, c.digits having sum(l.own_amount) <> 0 or sum(l.amount) <> 0 order by 1`.execute(db)
  return rows.map(({ currency, digits, open, carried }) => {
    const show = (amount: number) => `${asked.currency} ${toMajor(amount, asked.digits)}`
    const is = `Open at the end: ${currency} ${toMajor(open, digits)}, which stands as ${show(carried)}`
    const rate = asked.rates.get(currency)
    if (!rate) return `${is}. Give the rate of that day to see what is not realised.`
    const worth = toHome(open, rate, { digits, home_digits: asked.digits })
    return `${is}. At ${rate} it is ${show(worth)}: ${show(worth - carried)} not realised.`
  })
}

/** As many as a page and a PDF hold. */
const MOST = 20_000

const kinds: Record<string, string> = {
  payment: 'Payment',
  refund: 'Refund',
  adjustment: 'Set off',
  writeoff: 'Written off',
  charge: 'Invoice',
  credit: 'Credit note',
}
type Moved = { what: 'opening' | 'document' | 'set_off' | 'money' | 'written_off'; amount: number; gain: number }
type Gain = {
  day: string
  name: string
  document: string
  kind: string
  is_reversal: boolean
  currency: string
  digits: number
  amount: number
  document_rate: string
  rate: string
  gain: number
}
