import { ProviderError } from '../errors.ts'

/** Stripe's amounts are in its own smallest unit, which differs from ISO 4217 for few currencies. */
const whole = ['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF']
const thousandths = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/**
 * @param digits of the currency in our books
 * @throws {ProviderError} where Stripe takes no such amount
 */
export function toStripeAmount(minor: number, currency: string, digits: number): number {
  const amount = shift(minor, digitsOf(currency) - digits)
  // Cards pay hundredths of these currencies, in thousandths.
  if (amount === null || (thousandths.includes(currency) && amount % 10 !== 0)) {
    throw new ProviderError('refused', `Stripe cannot charge this amount of ${currency} exactly.`)
  }
  return amount
}

/** @throws {ProviderError} where our books cannot hold it */
export function fromStripeAmount(amount: number, currency: string, digits: number): number {
  const minor = shift(amount, digits - digitsOf(currency))
  if (minor === null) throw new ProviderError('refused', `${amount} of ${currency} has more decimals than our books.`)
  return minor
}

/** When something happened at Stripe, which counts whole seconds: what comes late has the day on which it was paid. */
export function momentOf(created: number): string {
  return new Date(Math.min((created + 1) * 1000 - 1, Date.now())).toISOString()
}

/** @returns null where digits would be lost */
function shift(amount: number, places: number): number | null {
  const factor = 10 ** Math.abs(places)
  if (places >= 0) return amount * factor
  return amount % factor === 0 ? amount / factor : null
}

const digitsOf = (currency: string) => (whole.includes(currency) ? 0 : thousandths.includes(currency) ? 3 : 2)
