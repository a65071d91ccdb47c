import type { CreateBody, Row } from '#api/client.ts'
import { bodyOf, type Draft, linesOfDraft, newDraft, plain } from '../documents/draft.ts'
import type { Books } from '../documents/useBooks.ts'

export type Quote = Row<'quote'>
/** What a quote has besides what an invoice has. */
export type Terms = {
  note: string
  authorises: boolean
  deposit: 'none' | 'percent' | 'amount'
  deposit_percent: string | null
  deposit_amount: number | null
}

export function termsOf(row: Quote | null): Terms {
  const { note = '', authorises = false, deposit_percent = null, deposit_amount = null } = row ?? {}
  const deposit = deposit_percent !== null ? 'percent' : deposit_amount !== null ? 'amount' : 'none'
  return { note, authorises, deposit, deposit_percent: deposit_percent && plain(deposit_percent), deposit_amount }
}

/** A stored draft as the editor of invoices has it; the day of payment is the last day of the quote. */
export function draftOfQuote(row: Quote, { config }: Books): Draft {
  const { contact_id, issued_on, valid_until, currency, amounts_are, reference, branding_theme_id, digits } = row
  return {
    ...newDraft(config, issued_on, contact_id),
    due_on: valid_until,
    currency,
    amounts_are,
    reference,
    branding_theme_id,
    lines: linesOfDraft(row.lines, digits),
  }
}

export function bodyOfQuote(draft: Draft, terms: Terms): Omit<CreateBody<'quote'>, 'organisation_id'> {
  const {
    exchange_rate: _,
    due_on,
    credits_invoice_id: _c,
    ...body
  } = bodyOf(draft) as ReturnType<typeof bodyOf> & { credits_invoice_id?: undefined }
  const { deposit, deposit_percent, deposit_amount, ...said } = terms
  return {
    ...body,
    ...said,
    ...(due_on && { valid_until: due_on }),
    deposit_percent: deposit === 'percent' ? deposit_percent : null,
    deposit_amount: deposit === 'amount' ? deposit_amount : null,
  }
}

/** The state that people read: who has not answered in time has let it expire. */
export const shownState = ({ state, expired }: Pick<Quote, 'state' | 'expired'>) => (expired ? 'expired' : state)
