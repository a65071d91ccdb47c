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
