import type { CreateBody, Row } from '#api/client.ts'
import { bodyOf, type Draft, linesOfDraft, newDraft } from '../documents/draft.ts'
import type { Books } from '../documents/useBooks.ts'

export type Quote = Row<'quote'>
/** What a quote has besides what an invoice has. */
export type Terms = { note: string; authorises: boolean }

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
  return { ...body, ...(due_on && { valid_until: due_on }), ...terms }
}

/** The state that people read: who has not answered in time has let it expire. */
export const shownState = ({ state, expired }: Pick<Quote, 'state' | 'expired'>) => (expired ? 'expired' : state)
