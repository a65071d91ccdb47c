import { LARGEST } from '../../money/document.ts'

/** A movement as a file has it. `id` is the bank's own; null where the file has none. Money that came is positive. */
export type BankEntry = {
  day: string
  amount: number
  name: string
  reference: string
  details: string
  id: string | null
}
/** `currency` is null where the file does not say. */
export type BankFile = { account: string; currency: string | null; entries: BankEntry[] }
export type DateOrder = 'dmy' | 'mdy'

/** A file that cannot be read: the reason, for people. */
export class BankFileError extends Error {
  override name = 'BankFileError'
}

/**
 * An amount of a bank's file in minor units, exactly. A comma before the last one or two figures is a decimal comma.
 *
 * @throws {BankFileError} for what is no amount, or has parts of a minor unit
 */
export function minorOf(text: string, digits: number, where: string): number {
  const [, printed, side] = /^(.*?)(CR|DR)?\.?$/is.exec(text.trim())!
  const bare = printed!.replace(/[\s'’\u00a0]|[A-Z]{3}|[A-Z]{0,2}\$|[€£¥]/g, '')
  const is_negative = /^\(.*\)$|^-|^−|-$/.test(bare) || side?.toUpperCase() === 'DR'
  const unsigned = bare.replace(/[()+−-]/g, '')
  const decimal = /[.,](?=\d{1,4}$)/.exec(unsigned)
  // One separator with three figures behind it separates thousands, but in currencies with three places.
  // 1.005 may be a thousand, or one with parts of a cent: nothing is guessed.
  const is_unclear = digits !== 3 && /^[1-9]\d{0,2}\.\d{3}$/.test(unsigned)
  const is_thousands = decimal && digits !== 3 && /^[1-9]\d{0,2}([.,]\d{3})+$/.test(unsigned)
  const at = decimal && !is_thousands ? decimal.index : unsigned.length
  const whole = unsigned.slice(0, at).replace(/[.,]/g, '')
  const part = unsigned.slice(at + 1)
  const figures = part.slice(0, digits).padEnd(digits, '0')
  if (is_unclear || !/^\d*$/.test(whole + part) || whole + part === '' || !/^0*$/.test(part.slice(digits))) {
    throw new BankFileError(`${where}: “${text.slice(0, 40)}” is no amount.`)
  }
  const amount = Number(whole + figures)
  if (amount > LARGEST) throw new BankFileError(`${where}: the amount is too large.`)
  return is_negative && amount !== 0 ? -amount : amount
}

/** An amount of a format that separates no thousands, so that 115.000 is 115, and 1.234 has parts of a cent. */
export const decimalOf = (text: string): string =>
  /^[^.,]*[.,]\d+$/.test(text.trim()) ? `${text.trim().replace(/0+$/, '')}0` : text

/** A day of a bank's file, such as 20270315, 2027-03-15, 2027/03/15, 15/03/27, 3/15'27, 15.03.2027 or 15 Mar 2027. */
export function dayOf(text: string, order: DateOrder, where: string): string {
  const iso = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)/.exec(text.trim())
  const local = /^(\d{1,2})[/.\-' ]+(\d{1,2})[/.\-' ]+(\d{4}|\d\d)\b/.exec(text.trim())
  const named = /^(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{4}|\d\d)\b/i.exec(text.trim())
  const parts = iso
    ? [iso[1], iso[2], iso[3]]
    : local
      ? [local[3], ...(order === 'dmy' ? [local[2], local[1]] : [local[1], local[2]])]
      : named
        ? [named[3], months.indexOf(named[2]!.toLowerCase()) + 1, named[1]]
        : []
  const [year, month, day] = parts.map(Number)
  const full = year !== undefined && year < 100 ? year + 2000 : year
  const date = new Date(Date.UTC(full ?? 0, (month ?? 0) - 1, day ?? 0))
  const is_day = full && full >= 1990 && full <= 2100 && date.getUTCMonth() === month! - 1 && date.getUTCDate() === day
  if (!is_day) throw new BankFileError(`${where}: “${text.slice(0, 40)}” is no day.`)
  return date.toISOString().slice(0, 10)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Whether days are written day or month first: the day, unless a second number above 12 shows otherwise. */
export function orderOf(days: string[]): DateOrder {
  const numbers = days.map((day) => /^(\d{1,2})[/.\-' ]+(\d{1,2})[/.\-' ]/.exec(day.trim()))
  const above = (i: number) => numbers.some((found) => found && Number(found[i]) > 12)
  return above(2) && !above(1) ? 'mdy' : 'dmy'
}

/** @throws {BankFileError} for accounts of several currencies, whose amounts would be mixed */
export function oneCurrency(codes: string[]): void {
  const several = [...new Set(codes)]
  if (several.length > 1) {
    throw new BankFileError(`This file has accounts in ${several.join(' and ')}: please save a file of each.`)
  }
}

export const cut = (text: string | undefined, most: number) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most)
