import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { wrong } from '../../http/errors.ts'
import { accountFor } from '../books/account_for.ts'
import { LARGEST } from '../money/document.ts'
import { homeOf, type Places, rateOf, toHome } from '../money/exchange.ts'

/**
 * What a line of the ledger has in the home currency, beside its amount. Money in another currency counts at its own rate,
 * or as what the bank has paid for it; without either at the rate of its document, so that nothing is gained.
 *
 * @param entry.moved in the home currency, what the other side of an allocation has given
 * @throws {AppError} bad_request that names a rate or an amount of the bank that cannot be
 */
export async function inHome(trx: Trx, entry: Entry): Promise<HomeColumns> {
  const own = await readHome(trx, entry)
  if (entry.reverses_transaction_id) return reversalOf(trx, entry.reverses_transaction_id)
  checkGiven(entry, own)
  // A trigger writes the amount itself.
  if (!own || own.currency === entry.currency) return {}
  const columns = await exchange(trx, entry, own)
  if (!columns.home_gain) return columns
  return { ...columns, gain_account: await gainAccount(trx, entry.organisation_id) }
}

/** The account on which gains and losses of exchange are booked; it is made with the first. */
export const gainAccount = (trx: Trx, organisation_id: number) =>
  accountFor(trx, organisation_id, {
    name: 'Realised currency gains',
    type: 'expense',
    codes: ['499', '498', '497', '496', '495', '494', '493', '492', '491', '490'],
  })

/** The rate at which an organisation has converted a currency last; null where it never did. */
export async function latestRate(trx: Trx, organisation_id: number, currency: string): Promise<string | null> {
  const { rows } = await sql<{ exchange_rate: string }>`
    select exchange_rate from transaction where organisation_id = ${organisation_id} and currency = ${currency}
      and exchange_rate is not null order by id desc limit 1`.execute(trx)
  return rows[0]?.exchange_rate ?? null
}

/** @returns undefined for an organisation without books */
export async function readHome(trx: Trx, { organisation_id, currency }: Whose): Promise<Home | undefined> {
  // It does not change while the line is written.
  const { rows } = await sql<Home>`
    select b.currency, h.digits as home_digits, f.digits from billing_config b join currency h on h.code = b.currency
    join currency f on f.code = ${currency} where b.organisation_id = ${organisation_id} for key share of b`.execute(
    trx,
  )
  return rows[0]
}

async function exchange(trx: Trx, entry: Entry, places: Places): Promise<HomeColumns> {
  const { amount, kind, exchange_rate: given, bank_amount } = entry
  const rate = await documentRate(trx, entry)
  if (kind === 'charge' || kind === 'credit') {
    return rate === null ? {} : { exchange_rate: rate, home_amount: within(toHome(amount, rate, places)) }
  }
  const before = await openBefore(trx, entry)
  const on_account = entry.invoice_id === null
  const usual = on_account && amount < 0 ? await latestRate(trx, entry.organisation_id, entry.currency) : rate
  const at = given ?? usual
  // Of a document without a rate nothing is converted, nor of credit that came without one.
  const is_unknown =
    before === null || (on_account && (amount > 0 ? before.amount >= 0 : at === null && bank_amount === undefined))
  if (is_unknown) return given ? { exchange_rate: given } : {}
  const moved = movedBy(entry, { on_account, rate, at }, places)
  const taken = on_account && amount > 0 ? Math.min(amount, -before.amount) : amount
  const home = homeOf({ amount: taken, before, rate, places, moved })
  const is_at_usual = moved === undefined || (on_account && amount < 0 && bank_amount === undefined)
  const paid_at = given ?? ((is_at_usual && usual) || rateOrNull(amount, moved ?? home.home_amount, places))
  if (bank_amount && paid_at === null) throw wrong('bank_amount', 'gives no rate of exchange.')
  within(home.home_gain)
  return { exchange_rate: paid_at, home_amount: within(home.home_amount), home_gain: home.home_gain }
}

/** What has moved in the home currency: positive where it came in. */
function movedBy(entry: Entry, { on_account, rate, at }: Rates, places: Places): number | undefined {
  const { amount, moved, bank_amount, exchange_rate: given } = entry
  if (moved !== undefined) return moved
  if (bank_amount !== undefined) return amount < 0 ? bank_amount : -bank_amount
  const counts = on_account ? given || amount < 0 : given && Number(given) !== Number(rate)
  return counts && at !== null ? within(toHome(-amount, at, places)) : undefined
}

const rateOrNull = (amount: number, home: number, places: Places) => (home === 0 ? null : rateOf(amount, home, places))

function checkGiven({ currency, exchange_rate, bank_amount, kind }: Entry, own: Home | undefined): void {
  const field = exchange_rate === undefined ? 'bank_amount' : 'exchange_rate'
  if (exchange_rate === undefined && bank_amount === undefined) return
  if (exchange_rate !== undefined && bank_amount !== undefined) {
    throw wrong('bank_amount', 'give this or exchange_rate, not both.')
  }
  if (own?.currency === currency) throw wrong(field, `${currency} is the organisation's own currency.`)
  if (kind !== 'payment' && kind !== 'refund') throw wrong(field, 'only payments and refunds have one.')
}

async function documentRate(trx: Trx, { invoice_id }: Entry): Promise<string | null> {
  if (invoice_id === null) return null
  const document = await trx
    .selectFrom('invoice')
    .select('exchange_rate')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return document.exchange_rate
}

/**
 * What was open before an entry. Credit whose amount in the home currency is not known is left aside.
 *
 * @returns null for a document that has no amount in the home currency
 */
async function openBefore(trx: Trx, { invoice_id, contact_id, currency }: Entry) {
  const of =
    invoice_id === null
      ? sql`contact_id = ${contact_id} and currency = ${currency} and invoice_id is null and home_amount is not null`
      : sql`invoice_id = ${invoice_id}`
  const { rows } = await sql<{ amount: number; home: number; unknown: boolean }>`
    select coalesce(sum(amount), 0)::float8 as amount, coalesce(sum(home_amount), 0)::float8 as home,
      coalesce(bool_or(home_amount is null), false) as unknown from transaction where ${of}`.execute(trx)
  const { amount, home, unknown } = rows[0]!
  return unknown ? null : { amount, home }
}

/** The opposite of a line, in the home currency, too: its gain is taken back to the cent. */
async function reversalOf(trx: Trx, id: number): Promise<HomeColumns> {
  const { exchange_rate, home_amount, home_gain, gain_account } = await trx
    .selectFrom('transaction')
    .select(['exchange_rate', 'home_amount', 'home_gain', 'gain_account'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const negative = home_amount === null ? null : 0 - home_amount
  return { exchange_rate, home_amount: negative, home_gain: 0 - home_gain, gain_account }
}

function within(amount: number): number {
  if (Math.abs(amount) <= LARGEST) return amount
  throw wrong('exchange_rate', 'the amount in the home currency is too large with it.')
}

type Whose = { organisation_id: number; currency: string }
type Rates = { on_account: boolean; rate: string | null; at: string | null }
type Home = Places & { currency: string }
/** Of money in another currency: its rate, or what the bank account of the home currency has received or paid. */
export type Exchanged = {
  exchange_rate?: string | undefined
  bank_amount?: number | undefined
  moved?: number | undefined
}
type Entry = Whose &
  Exchanged & {
    contact_id: number | null
    invoice_id: number | null
    kind: 'charge' | 'payment' | 'refund' | 'credit' | 'writeoff' | 'adjustment'
    amount: number
    reverses_transaction_id?: number | null | undefined
  }
type HomeColumns = {
  exchange_rate?: string | null
  home_amount?: number | null
  home_gain?: number
  gain_account?: string | null
}
