/** Money is kept and sent in minor units (cents), as an integer; people read and type the major ones. */

/** @returns how many digits follow the point: 2 for NZD, none for JPY */
export function moneyDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** moneyDigits(currency)
}

/** @returns an integer, whatever 0.1 + 0.2 may be */
export function toMinor(major: number, currency: string): number {
  return Math.round(major * 10 ** moneyDigits(currency))
}

/**
 * Money as people read it, in the notation of New Zealand: $1,234.50, US$12.00, ¥1,250.
 *
 * @param minor in minor units, which may be negative
 */
export function toMoney(minor: number, currency: string): string {
  const digits = moneyDigits(currency)
  return formatterOf(currency, digits).format(toDecimal(minor, digits))
}

/** 1250 as 12.50: as text, because a division would lose cents of large amounts. */
function toDecimal(minor: number, digits: number): Intl.StringNumericLiteral {
  const figures = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  const [whole, fraction] = [figures.slice(0, figures.length - digits), figures.slice(figures.length - digits)]
  return `${sign}${whole}${fraction && `.${fraction}`}` as Intl.StringNumericLiteral
}

// Creating an Intl formatter costs far more than using it.
const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(currency: string, digits: number): Intl.NumberFormat {
  const cached = formatters.get(currency)
  if (cached) return cached
  const made = new Intl.NumberFormat('en-NZ', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formatters.set(currency, made)
  return made
}
