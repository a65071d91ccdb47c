import Big from 'big.js'

/**
 * Amounts in the home currency of an organisation. A rate is how many units of the other currency one of the home currency
 * is worth, as accounting programs have it: NZD 1 = USD 0.612345. Pure.
 *
 * What is open of a document is carried at its rate, so that part payments never drift from it; what was paid counts at
 * its own. The difference is a realised gain or loss, into which rounding falls.
 */
export function toHome(amount: number, rate: string, { digits, home_digits }: Places): number {
  return toInteger(new Big(amount).times(`1e${home_digits - digits}`).div(rate))
}

/** The opposite of `toHome`: what an amount of the home currency is in the other. */
export function fromHome(home: number, rate: string, { digits, home_digits }: Places): number {
  return toInteger(new Big(home).times(`1e${digits - home_digits}`).times(rate))
}

/** The rate at which an amount is another in the home currency, to six places. @returns null where it has none */
export function rateOf(amount: number, home: number, { digits, home_digits }: Places): string | null {
  const rate = new Big(amount)
    .times(`1e${home_digits - digits}`)
    .div(home)
    .abs()
    .round(6, Big.roundHalfUp)
  return rate.gt(0) && rate.lt('1e12') ? rate.toFixed() : null
}

/**
 * The amount of an entry in the home currency, as it changes what is owed, and what was gained by it.
 *
 * @param entry.amount signed, as in the ledger
 * @param entry.before what was open, and its amount in the home currency
 * @param entry.rate of the document; null on account
 * @param entry.moved what has moved at the bank, or on the other side of an allocation, in the home currency: positive
 * where it came in. Without it nothing is gained
 */
export function homeOf({ amount, before, rate, places, moved }: Exchanged): HomeAmounts {
  const carried = carriedOf({ amount, before, rate, places, moved })
  return { home_amount: carried, home_gain: moved === undefined ? 0 : carried + moved }
}

function carriedOf({ amount, before, rate, places, moved }: Exchanged): number {
  const after = before.amount + amount
  // Nothing is left of what was owed, in either currency.
  if (after === 0) return 0 - before.home
  if (rate !== null) return toHome(after, rate, places) - before.home
  // Credit is used at the average of what it came at.
  if (Math.sign(after) === Math.sign(before.amount) && Math.abs(after) < Math.abs(before.amount)) {
    return toInteger(new Big(before.home).times(after).div(before.amount)) - before.home
  }
  return 0 - (moved ?? 0)
}

/** The lines of a document in the home currency: their sum is what its charge is, and its tax that at its rate. */
export function linesToHome<Line extends Taxed>(lines: Line[], rate: string, places: Places): Line[] {
  let [gross, tax, home_gross, home_tax] = [0, 0, 0, 0]
  return lines.map((line) => {
    gross += line.gross
    tax += line.tax
    const upto = { gross: toHome(gross, rate, places), tax: toHome(tax, rate, places) }
    const own = { gross: upto.gross - home_gross, tax: upto.tax - home_tax }
    home_gross = upto.gross
    home_tax = upto.tax
    return { ...line, ...own, net: own.gross - own.tax }
  })
}

/** Parts of an amount as parts of its amount in the home currency: they add up to it. */
export function partsToHome(parts: number[], home: number): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  let [given, upto] = [0, 0]
  return parts.map((part) => {
    upto += part
    const before = given
    given = whole === 0 ? 0 : toInteger(new Big(home).times(upto).div(whole))
    return given - before
  })
}

/** Rounds half away from zero; never -0. */
const toInteger = (value: Big): number => Number(value.round(0, Big.roundHalfUp).toString()) + 0

/** Of the document's currency, and of the home currency. */
export type Places = { digits: number; home_digits: number }
export type HomeAmounts = { home_amount: number; home_gain: number }
type Taxed = { net: number; tax: number; gross: number }
type Exchanged = {
  amount: number
  before: { amount: number; home: number }
  rate: string | null
  places: Places
  moved?: number | undefined
}
