import type { CreateBody, Row } from '#api/client.ts'
import { bodyOf, type Draft, newDraft, newLine, plain } from '../documents/draft.ts'
import type { Books } from '../documents/useBooks.ts'

export type Recurring = Row<'recurringinvoice'>
/** What the form holds besides the lines and what stands above them. */
export type Terms = Pick<Recurring, 'name' | 'contact_ids' | 'unit' | 'first_on' | 'sends' | 'prices_on_day'> & {
  every: number | string
  due_days: number | string
  last_on: string
  most: number | string
}

export const newTerms = ({ config }: Books, first_on: string): Terms => ({
  name: '',
  contact_ids: [],
  unit: 'month',
  every: 1,
  first_on,
  last_on: '',
  most: '',
  sends: false,
  prices_on_day: true,
  due_days: config.due_days,
})

export function termsOf({ last_on, most, ...row }: Recurring): Terms {
  const { name, contact_ids, unit, every, first_on, sends, prices_on_day, due_days } = row
  const terms = { name, contact_ids, unit, every, first_on, sends, prices_on_day, due_days }
  return { ...terms, last_on: last_on ?? '', most: most ?? '' }
}

/** Its lines as the editor of invoices has them. */
export function draftOfRecurring(row: Recurring, { config }: Books): Draft {
  const { amounts_are, currency, reference, branding_theme_id, first_on, digits } = row
  return {
    ...newDraft(config, first_on, null),
    amounts_are,
    currency,
    reference,
    branding_theme_id,
    lines: row.lines.map((line) => ({
      ...newLine(config),
      item_code: line.item_code ?? '',
      description: line.description ?? '',
      quantity: plain(line.quantity ?? '1'),
      unit_price: line.unit_price === undefined ? '' : plain(line.unit_price, digits),
      discount: plain(line.discount ?? '0').replace(/^0$/, ''),
      account_code: line.account_code || config.account_code,
      tax_rate_id: line.tax_rate_id === undefined ? config.tax_rate_id : line.tax_rate_id,
    })),
  }
}

export function bodyOfRecurring(draft: Draft, terms: Terms): Omit<CreateBody<'recurringinvoice'>, 'organisation_id'> {
  const { lines, amounts_are, currency, reference, branding_theme_id } = bodyOf(draft)
  const { every, due_days, last_on, most, ...rest } = terms
  return {
    ...rest,
    every: Number(every),
    due_days: Number(due_days),
    last_on: last_on || null,
    most: most === '' ? null : Number(most),
    lines,
    ...(amounts_are && { amounts_are }),
    ...(currency && { currency }),
    reference: reference ?? '',
    branding_theme_id: branding_theme_id ?? null,
  }
}
