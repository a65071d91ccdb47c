import { wrong } from '../../http/errors.ts'
import { BankFileError, type DateOrder, dayOf, minorOf } from '../bank/parse/entry.ts'
import { shareOf } from '../money/document.ts'

/**
 * What a line of the books before says: an invoice with something open, credit that was not used, or nothing to bring
 * forward, such as what is paid, void or a draft. Pure.
 *
 * @param how.today the last day that a document of the books before can have
 * @throws {AppError} bad_request that names the column
 */
export function openingOf(values: Record<string, string>, how: How): Opening {
  const { type = '', status = '', number = '' } = values
  if (/bill|purchase|accpay/i.test(type)) throw wrong('type', 'is a bill: only what was sold is brought forward.')
  const amount = amountOf(values, 'amount_due', how)
  if (/draft|submitted|void|delet|quote|cancel/i.test(status) || amount === 0) return { is: 'settled' }
  const issued_on = dayIn(values, 'issued_on', how.date_order)
  if (issued_on > how.today) throw wrong('issued_on', `is after today, ${how.today}.`)
  const is_credit = amount < 0 || /credit|over\s?payment|pre\s?payment|deposit/i.test(type)
  const open = Math.abs(amount)
  const key = keyOf(is_credit ? 'credit' : 'invoice', number || [values.contact, issued_on, open].join(' '))
  if (is_credit) return { is: 'credit', key, number, issued_on, amount: open }
  const due_on = values.due_on ? dayIn(values, 'due_on', how.date_order) : issued_on
  if (due_on < issued_on) throw wrong('due_on', 'is before issued_on.')
  const total = Math.abs(values.total ? amountOf(values, 'total', how) : amount)
  const tax = Math.abs(values.tax ? amountOf(values, 'tax', how) : 0)
  if (tax > total) throw wrong('tax', 'is more than the total.')
  return { is: 'invoice', key, number, issued_on, due_on, amount: open, tax: shareOf(tax, open, total) }
}

/**
 * The taxed and the untaxed part of an amount that holds a tax, so that the tax of the taxed part, computed as that of
 * any line is, is that tax to the cent. Invoices whose lines were rounded one by one may differ by as many cents: then
 * all of it is taxed.
 *
 * @param rate per cent, as text
 * @throws {AppError} bad_request where the rate cannot give as much
 * @example
 * taxedPartOf({ amount: 11_500, tax: 1500 }, '15') // 11_500
 * taxedPartOf({ amount: 16_500, tax: 1500 }, '15') // 11_500, and 50.00 without tax
 */
export function taxedPartOf({ amount, tax }: { amount: number; tax: number }, rate: string): number {
  if (tax === 0) return 0
  const [part, whole] = [Number(rate) * 10_000, (100 + Number(rate)) * 10_000]
  const of_all = shareOf(amount, part, whole)
  if (Math.abs(of_all - tax) <= ROUNDED) return amount
  const taxed = shareOf(tax, whole, part)
  if (taxed > amount) throw wrong('tax', `is more than ${Number(rate)} % of the amount.`)
  return taxed
}

/** As many lines of one invoice may have been rounded by half a cent each. */
const ROUNDED = 5

/** What a document is found by, when the file is imported again. */
const keyOf = (kind: string, number: string) => `opening ${kind} ${number.toLowerCase().replace(/\s+/g, ' ')}`

function amountOf(values: Record<string, string>, name: string, { digits }: How): number {
  return read(name, values[name]!, 'amount', () => minorOf(values[name]!, digits, name))
}

export const dayIn = (values: Record<string, string>, name: string, order: DateOrder): string =>
  read(name, values[name]!, 'day such as 31/12/2026 or 2026-12-31', () => dayOf(values[name]!, order, name))

function read<T>(name: string, text: string, noun: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof BankFileError) throw wrong(name, `${text.slice(0, 40)} is no ${noun}.`)
    throw error
  }
}

export type How = { digits: number; date_order: DateOrder; today: string }
export type Opening =
  | { is: 'settled' }
  | { is: 'credit'; key: string; number: string; issued_on: string; amount: number }
  | OpenInvoice
/** `tax` is what `amount`, which is open, holds of it. */
export type OpenInvoice = {
  is: 'invoice'
  key: string
  number: string
  issued_on: string
  due_on: string
  amount: number
  tax: number
}
