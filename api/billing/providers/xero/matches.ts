import { ProviderError } from '../errors.ts'
import type { XeroItem } from './documents.ts'

/** What of an organisation's books at Xero a document means. */

/**
 * Xero's tax type of a line: that of the same code, else of the same name, else of the same rate.
 *
 * @throws {ProviderError} refused, where Xero has no such rate
 */
export function taxTypeOf(types: Entry[], line: Taxed): string {
  const usable = types.filter(
    (one) => one.Status !== 'DELETED' && one.Status !== 'ARCHIVED' && one.CanApplyToRevenue !== false,
  )
  const same_rate = usable.filter((one) => Number(one.EffectiveRate) === Number(line.tax_rate))
  const isCode = (one: Entry) => lower(one.TaxType) === lower(line.tax_code)
  const isName = (one: Entry) => lower(one.Name) === lower(line.tax_name)
  const chosen = same_rate.find(isCode) ?? same_rate.find(isName) ?? same_rate[0]
  if (chosen) return String(chosen.TaxType)
  throw new ProviderError('refused', `Xero has no tax rate of ${Number(line.tax_rate)} % for sales: add it there.`)
}

/**
 * The item of a line's code. One that Xero does not know or does not sell would be refused; the description says what it
 * is.
 */
export function itemOf(items: Entry[], code: string): XeroItem | null {
  const item = code === '' ? undefined : items.find((one) => one.IsSold !== false && lower(one.Code) === lower(code))
  return item ? { code: String(item.Code), is_tracked: item.IsTrackedAsInventory === true } : null
}

/** The id of the theme with the same name; null leaves it to Xero's default. */
export function themeOf(themes: Entry[], name: string): string | null {
  const theme = themes.find((one) => lower(one.Name) === lower(name))
  return theme ? String(theme.BrandingThemeID) : null
}

/**
 * The rate that Xero is sent: from the currency of its books to that of the document, as ours is from the organisation's
 * own. Null where Xero's books are in another currency than ours, or the document is in that of the books.
 */
export function rateOf([organisation]: Entry[], { exchange_rate, currency, own_currency }: Rated): string | null {
  if (organisation?.BaseCurrency !== own_currency || currency === own_currency) return null
  return exchange_rate
}

const lower = (text: unknown) => String(text ?? '').toLowerCase()

type Entry = Record<string, unknown>
type Taxed = { tax_code: string; tax_name: string; tax_rate: string }
type Rated = { exchange_rate: string | null; currency: string; own_currency: string }
