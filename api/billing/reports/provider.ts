import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { movementKinds } from '#db/tables/billing/values.ts'
import { toMajor } from '../money/document.ts'
import type { Amounts } from '../money/reports.ts'
import { money, type Report, type ReportScope, text } from './table.ts'

/**
 * What Stripe holds: the clearing account with its balance before and after, and what has moved it. Payments of other
 * programs on the same account stand apart, so that it holds what Stripe says.
 */
export async function stripeReport(db: Db, asked: ReportScope): Promise<Report> {
  const moved = await readMoved(db, asked)
  const before = sumOf(moved.filter(({ is_before }) => is_before))
  const within = moved.filter(({ is_before }) => !is_before)
  const rows = titles.flatMap(([kind, is_ours, title]) => {
    const members = within.filter((one) => one.kind === kind && (is_ours === null || one.is_ours === is_ours))
    if (members.length === 0) return []
    return [{ what: title, count: members.reduce((sum, { count }) => sum + count, 0), ...sumOf(members) }]
  })
  const all = sumOf(moved)
  return {
    title: 'Stripe account',
    columns: [
      text('what', 'What'),
      text('count', 'Number'),
      money('amount', 'Amount'),
      money('fee', 'Fees'),
      money('net', 'Balance'),
    ],
    rows: [{ what: 'Held before', count: null, amount: null, fee: null, net: before.net }, ...rows],
    total: { what: 'Held at the end', count: null, amount: null, fee: null, net: all.net },
    notes: [...(await accountNotes(db, asked)), ...(await ledgerNotes(db, asked, within))],
  }
}

/** Fees of payments by their account, as costs: what is taken is negative, as written-off income is. */
export async function readFees(db: Db, asked: ReportScope): Promise<(Amounts & { code: string; name: string })[]> {
  const { rows } = await sql<{ code: string; name: string; fee: number; tax: number }>`
    with fees as (${feesOf(asked)})
    select f.code, coalesce(max(a.name), '') as name, sum(round(f.fee * f.factor))::float8 as fee,
      sum(round(f.fee_tax * f.factor))::float8 as tax
    from fees f left join account a on a.organisation_id = ${asked.organisation_id} and lower(a.code) = lower(f.code)
    where f.factor is not null group by f.code order by 1`.execute(db)
  return rows.map(({ code, name, fee, tax }) => ({ code, name, net: 0 - (fee - tax), tax: 0 - tax, gross: 0 - fee }))
}

/** Says which fees a report in the home currency leaves out, since no rate is known. */
export async function feeGaps(db: Db, asked: ReportScope): Promise<string[]> {
  const { rows } = await sql<{ currency: string; digits: number; fee: number }>`
    with fees as (${feesOf(asked)})
    select currency, digits, sum(fee)::float8 as fee from fees where factor is null group by 1, 2 order by 1`.execute(
    db,
  )
  if (rows.length === 0) return []
  const sums = rows.map(({ currency, digits, fee }) => `${currency} ${toMajor(fee, digits)}`).join(', ')
  return [`Fees of payments without a rate of exchange are left out: ${sums}.`]
}

/**
 * Fees of a period, each with what makes it one in the currency of the report. In the home currency that is the rate of
 * the payment that it was taken from, by what that has moved in the ledger; of a fee that stands alone the rate at which
 * the currency had been converted last when the fee was read. Neither changes later.
 */
const feesOf = ({ organisation_id, currency, digits, in_home, from, until }: ReportScope) => sql`
  select m.fee_account as code, m.fee::numeric as fee, m.fee_tax::numeric as fee_tax, m.currency, c.digits,
    case when m.currency = ${currency} then 1::numeric
      when p.moved / nullif(m.amount, 0) > 0 then p.moved / m.amount
      else power(10::numeric, ${digits}::int - c.digits) / l.exchange_rate end as factor
  from provider_movement m join organisation o on o.id = m.organisation_id join currency c on c.code = m.currency
  left join lateral (
    select sum(t.home_gain - t.home_amount)::numeric as moved from transaction t
    where t.organisation_id = m.organisation_id and t.provider = m.provider
      and t.provider_id in (m.about, m.about || '#part') having bool_and(t.home_amount is not null)
  ) p on m.currency <> ${currency}
  left join lateral (
    select t.exchange_rate from transaction t where t.organisation_id = m.organisation_id and t.currency = m.currency
      and t.exchange_rate is not null and t.created_at <= m.created_at order by t.id desc limit 1
  ) l on m.currency <> ${currency}
  where m.organisation_id = ${organisation_id} and (m.currency = ${currency} or ${in_home}::boolean) and m.fee <> 0
    and (m.at at time zone o.timezone)::date between ${from}::date and ${until}::date`

/**
 * The GST that Stripe has stated on its fees is input tax of who holds its tax invoice. In Australia it is a part of the
 * fees of payments; in New Zealand Stripe adds it to those of Connect and Radar only. Both are supplied by companies
 * registered there, so no tax is due on an import.
 *
 * @source https://support.stripe.com/questions/tax-on-stripes-fees
 */
export async function feeNotes(db: Db, asked: ReportScope): Promise<string[]> {
  const fees = await readFees(db, asked)
  const [gross, tax] = [
    0 - fees.reduce((sum, one) => sum + one.gross, 0),
    0 - fees.reduce((sum, one) => sum + one.tax, 0),
  ]
  const gaps = await feeGaps(db, asked)
  if (gross === 0 && tax === 0) return gaps
  const [all, gst] = [show(gross, asked), show(tax, asked)]
  const boxes = asked.country === 'au' ? 'G11 and 1B' : '11 and 12'
  return [
    `Fees of payments: ${all}, of which Stripe states ${gst} as GST. They are purchases, which the boxes leave out: with ` +
      `Stripe’s tax invoice add them to ${boxes}.`,
    ...gaps,
  ]
}

async function readMoved(db: Db, { organisation_id, currency, from, until }: ReportScope): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with moved as (
      select m.kind, m.amount, m.fee, (m.at at time zone o.timezone)::date < ${from}::date as is_before,
        exists (select from transaction t where t.organisation_id = m.organisation_id and t.provider = m.provider
          and t.provider_id = m.about) as is_ours
      from provider_movement m join organisation o on o.id = m.organisation_id
      where m.organisation_id = ${organisation_id} and m.currency = ${currency}
        and (m.at at time zone o.timezone)::date <= ${until}::date)
    select kind, is_before, is_ours, count(*)::int as count, sum(amount)::float8 as amount, sum(fee)::float8 as fee
    from moved group by kind, is_before, is_ours`.execute(db)
  return rows
}

/** Which accounts the movements are on. */
async function accountNotes(db: Db, { organisation_id, currency }: ReportScope): Promise<string[]> {
  const { rows } = await sql<{ held: string; fees: string; bank: string | null }>`
    select m.clearing_account as held, m.fee_account as fees, m.bank_account as bank from provider_movement m
    where m.organisation_id = ${organisation_id} and m.currency = ${currency} order by m.id desc limit 1`.execute(db)
  if (!rows[0]) return ['Nothing was read at Stripe in this currency.']
  const { held, fees, bank } = rows[0]
  const to = bank === null ? 'the bank' : `account ${bank}`
  return [`What Stripe holds is on account ${held}, fees are costs on account ${fees}, and payouts go to ${to}.`]
}

/** The same payments as the ledger has them. They differ while something is not read, and where Stripe has converted. */
async function ledgerNotes(db: Db, asked: ReportScope, within: Moved[]): Promise<string[]> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(-sum(t.amount), 0)::float8 as amount from transaction t
    join organisation o on o.id = t.organisation_id left join transaction r on r.id = t.reverses_transaction_id
    where t.organisation_id = ${asked.organisation_id} and t.currency = ${asked.currency}
      and coalesce(r.provider, t.provider) = 'stripe' and t.kind in ('payment', 'refund')
      and (t.at at time zone o.timezone)::date between ${asked.from}::date and ${asked.until}::date`.execute(db)
  const ours = within.filter(({ kind, is_ours }) => is_ours && kind !== 'payout' && kind !== 'payout_return')
  const [ledger, stripe] = [rows[0]!.amount, sumOf(ours).amount]
  if (ledger === stripe) return []
  return [
    `In the ledger, payments by card less refunds and chargebacks are ${show(ledger, asked)} in this period, at Stripe ` +
      `${show(stripe, asked)}: some were not read there yet, or are in another currency, or of another day.`,
  ]
}

function sumOf(moved: Moved[]): { amount: number; fee: number; net: number } {
  const amount = moved.reduce((sum, one) => sum + one.amount, 0)
  const fee = moved.reduce((sum, one) => sum + one.fee, 0)
  return { amount, fee, net: amount - fee }
}

const show = (amount: number, { currency, digits }: ReportScope) => `${currency} ${toMajor(amount, digits)}`

type Kind = (typeof movementKinds)[number]
/** In their order. `is_ours`: whether the ledger here has it; null where that does not matter. */
const titles: [kind: Kind, is_ours: boolean | null, title: string][] = [
  ['charge', true, 'Payments by card'],
  ['refund', true, 'Refunds'],
  ['dispute', true, 'Chargebacks'],
  ['charge', false, 'Payments that are not in the ledger here'],
  ['refund', false, 'Refunds that are not in the ledger here'],
  ['dispute', false, 'Chargebacks that are not in the ledger here'],
  ['fee', null, 'Other fees'],
  ['payout', null, 'Payouts to the bank'],
  ['payout_return', null, 'Payouts that failed or were cancelled'],
  ['other', null, 'Other movements at Stripe'],
]
type Moved = { kind: Kind; is_before: boolean; is_ours: boolean; count: number; amount: number; fee: number }
