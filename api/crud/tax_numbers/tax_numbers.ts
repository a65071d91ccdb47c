/**
 * Tax numbers by the country that gives them: of New Zealand and Australia by their check digits, of the European Union by
 * their form. Whether the number was ever issued is not checked.
 */

/** @returns why it cannot be a tax number of the country; null where it can, or where the country's are not known here */
export function wrongTaxNumber(number: string, country: string): string | null {
  const bare = bareOf(number, country)
  if (country === 'NZ') return isIrd(bare) ? null : 'is not a GST (IRD) number of New Zealand: its check digit differs.'
  if (country === 'AU') return isAbn(bare) ? null : 'is not an ABN of Australia: its check digits differ.'
  const form = forms[country]
  if (!form || form.test(bare)) return null
  return `is not a VAT number of ${country}: it has another form.`
}

/** Without spaces and punctuation, and without the country's prefix. */
export function bareOf(number: string, country: string): string {
  const bare = number.toUpperCase().replace(/[^A-Z0-9+*]/g, '')
  const prefix = prefixOf(country)
  return bare.startsWith(prefix) && !(country === 'NZ' || country === 'AU')
    ? bare.slice(2)
    : bare.replace(/^(NZ|AU)/, '')
}

/** Greece writes EL. */
export const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/**
 * @source https://www.ird.govt.nz/-/media/project/ir/home/documents/digital-service-providers/software-providers/payday-filing/payday-filing-file-upload-specification.pdf
 * IRD number validation
 */
function isIrd(text: string): boolean {
  if (!/^\d{8,9}$/.test(text)) return false
  const value = Number(text)
  if (value < 10_000_000 || value > 200_000_000) return false
  const digits = [...text.padStart(9, '0')].map(Number)
  const check = digits[8]!
  const by = (weights: number[]) => {
    const rest = weights.reduce((sum, weight, i) => sum + weight * digits[i]!, 0) % 11
    return rest === 0 ? 0 : 11 - rest
  }
  const first = by([3, 2, 7, 6, 5, 4, 3, 2])
  return (first === 10 ? by([7, 4, 3, 2, 5, 2, 7, 6]) : first) === check
}

/** @source https://abr.business.gov.au/Help/AbnFormat */
function isAbn(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  const sum = weights.reduce((total, weight, i) => total + weight * (Number(text[i]) - (i === 0 ? 1 : 0)), 0)
  return sum % 89 === 0
}

/** @source https://taxation-customs.ec.europa.eu/vat-identification-numbers-vies (form of the numbers, without prefix) */
const forms: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}
