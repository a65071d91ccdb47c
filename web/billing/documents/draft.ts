import { addDays } from '#api/billing/money/days.ts'
import {
  computeDocument,
  type DocumentAmounts,
  isDecimal,
  isPrice,
  MoneyError,
  toMajor,
} from '#api/billing/money/document.ts'
import type { CreateBody, Row } from '#api/client.ts'
import type { InvoiceDocument } from './document.ts'

/** What the editor of an invoice holds, and what is computed and sent of it. Decimals are texts, as they are typed. */
export type Draft = {
  contact_id: number | null
  issued_on: string
  due_on: string
  currency: string
  /** Empty where none is given, and in the organisation's own currency. */
  exchange_rate: string
  amounts_are: AmountsAre
  reference: string
  branding_theme_id: number | null
  lines: DraftLine[]
}

export type DraftLine = {
  /** Tells lines apart while they are edited. */
  key: number
  item_code: string
  description: string
  quantity: string
  unit_price: string
  discount: string
  account_code: string
  tax_rate_id: number | null
}

/** A new invoice as the organisation's settings have it, with one empty line. */
export function newDraft(config: Config, today: string, contact_id: number | null): Draft {
  const { currency, amounts_are, branding_theme_id, due_days } = config
  const days = { issued_on: today, due_on: addDays(today, due_days) }
  return {
    contact_id,
    ...days,
    currency,
    exchange_rate: '',
    amounts_are,
    reference: '',
    branding_theme_id,
    lines: [newLine(config)],
  }
}

export function newLine({ account_code, tax_rate_id }: Pick<Config, 'account_code' | 'tax_rate_id'>): DraftLine {
  return {
    key: nextKey++,
    item_code: '',
    description: '',
    quantity: '1',
    unit_price: '',
    discount: '',
    account_code,
    tax_rate_id,
  }
}

/** A line that takes something off: its price is typed after the minus. */
export const newDiscount = (config: Parameters<typeof newLine>[0], description: string): DraftLine => ({
  ...newLine(config),
  description,
  unit_price: MINUS,
})

export const takesOff = ({ unit_price }: Pick<DraftLine, 'unit_price'>) => unit_price.startsWith(MINUS)

const MINUS = '-'

/** A stored draft, whose decimals come padded to four places. */
export function draftOf(invoice: Row<'invoice'>, lines: InvoiceDocument['lines'], digits: number): Draft {
  const { contact_id, issued_on, due_on, currency, amounts_are, reference, branding_theme_id, exchange_rate } = invoice
  return {
    contact_id,
    issued_on,
    due_on,
    currency,
    amounts_are,
    reference,
    branding_theme_id,
    exchange_rate: exchange_rate === null ? '' : plain(exchange_rate),
    lines: linesOfDraft(lines, digits),
  }
}

/** Stored lines of an invoice or a quote, to be edited. */
export const linesOfDraft = (lines: readonly StoredLine[], digits: number): DraftLine[] =>
  lines.map((line) => ({
    key: nextKey++,
    item_code: line.item_code,
    description: line.description,
    quantity: plain(line.quantity),
    unit_price: plain(line.unit_price, digits),
    discount: plain(line.discount).replace(/^0$/, ''),
    account_code: line.account_code,
    tax_rate_id: line.tax_rate_id,
  }))

/** What is sent to the server; it computes the amounts again. */
export function bodyOf(draft: Draft): Omit<CreateBody<'invoice'>, 'organisation_id' | 'type'> {
  const { contact_id, lines, exchange_rate, ...rest } = draft
  return {
    ...rest,
    exchange_rate: exchange_rate || null,
    contact_id: contact_id!,
    lines: lines.map(({ key: _, quantity, unit_price, discount, ...line }) => ({
      ...line,
      quantity: quantity || '1',
      unit_price: priceOrNone(unit_price) || '0',
      discount: discount || '0',
    })),
  }
}

/** A product as a line: its price is made that of an invoice with or without tax. */
export function withProduct(line: DraftLine, product: Product, amounts_are: AmountsAre): DraftLine {
  const { code, name, description, account_code, tax_rate_id } = product
  return {
    ...line,
    item_code: code,
    description: description ? `${name}: ${description}` : name,
    unit_price: priceOf(product, amounts_are),
    account_code,
    tax_rate_id,
  }
}

/** The amounts of what has been typed so far. What is wrong counts as nothing, and stands in `errors` by its field. */
export function computeDraft(draft: Pick<Draft, 'lines' | 'amounts_are'>, rates: Rates, digits: number): Computed {
  const errors: Record<string, true> = {}
  const checked = draft.lines.map((line, i) => {
    const { quantity, discount } = line
    const unit_price = priceOrNone(line.unit_price)
    const wrong = Object.entries({ quantity, unit_price, discount }).filter(([name, text]) => !isRight(name, text))
    for (const [name] of wrong) errors[`lines.${i}.${name}`] = true
    const rate = line.tax_rate_id === null ? undefined : rates.get(line.tax_rate_id)
    const values = wrong.length > 0 ? { unit_price: '0' } : { quantity, unit_price, discount }
    return { ...values, tax_rate: rate?.rate, tax_name: rate?.name }
  })
  try {
    return { amounts: computeDocument({ amounts_are: draft.amounts_are, digits, lines: checked }), errors }
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    return { amounts: null, errors: { ...errors, [error.field]: true } }
  }
}

/** A decimal without the zeros at its end, but with at least `least` places: 1.5000 is 1.5, and as money 1.50. */
export function plain(decimal: string, least = 0): string {
  const [whole, fraction = ''] = decimal.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0')
  return kept ? `${whole}.${kept}` : whole!
}

/** Nothing is typed after the minus yet. */
const priceOrNone = (text: string) => (text === MINUS ? '' : text)

function isRight(name: string, text: string): boolean {
  if (text === '') return true
  if (name === 'unit_price') return isPrice(text)
  return isDecimal(text) && (name !== 'discount' || Number(text) <= 100)
}

function priceOf({ unit_amount, amounts_are: own, tax_rate, digits }: Product, amounts_are: AmountsAre): string {
  const price = toMajor(unit_amount, digits)
  if (own === amounts_are || own === 'no_tax' || amounts_are === 'no_tax') return price
  const lines = [{ quantity: '1', unit_price: price, ...(tax_rate && { tax_rate }) }]
  const { net, gross } = computeDocument({ amounts_are: own, digits, lines })
  return toMajor(amounts_are === 'inclusive' ? gross : net, digits)
}

let nextKey = 1

export type AmountsAre = 'exclusive' | 'inclusive' | 'no_tax'
/** Tax rates by their ids. */
export type Rates = ReadonlyMap<number, { name: string; rate: string }>
export type Computed = { amounts: DocumentAmounts | null; errors: Record<string, true> }
export type Product = Pick<
  Row<'product'>,
  | 'code'
  | 'name'
  | 'description'
  | 'unit_amount'
  | 'amounts_are'
  | 'tax_rate'
  | 'digits'
  | 'account_code'
  | 'tax_rate_id'
>
export type Config = Pick<
  Row<'billingconfig'>,
  'currency' | 'amounts_are' | 'due_days' | 'account_code' | 'tax_rate_id' | 'branding_theme_id'
>
type StoredLine = Pick<InvoiceDocument['lines'][number], Exclude<keyof DraftLine, 'key'>>
