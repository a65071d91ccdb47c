import type { Trx } from '#db/database.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { latestRate, readHome } from '../ledger/home.ts'

/**
 * Checks the rate that a person gives, between the currency of a document and the organisation's own.
 *
 * @param currency of the document; the organisation's own if it is undefined
 * @throws {AppError} bad_request where both are the same
 */
export async function checkRate(
  trx: Trx,
  organisation_id: number,
  { currency, exchange_rate }: RateRequest,
): Promise<void> {
  if (exchange_rate === undefined || exchange_rate === null) return
  const own = await trx
    .selectFrom('billing_config')
    .select('currency')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  if ((currency ?? own.currency) !== own.currency) return
  throw wrong('exchange_rate', `${own.currency} is the organisation's own currency, which has none.`)
}

/**
 * A document that a person authorises in another currency needs its rate.
 *
 * @throws {AppError} not_possible without one; a credit note has that of its invoice, or none either
 */
export async function requireRate(trx: Trx, draft: Draft): Promise<void> {
  if (draft.state !== 'draft' || draft.exchange_rate !== null || draft.credits_invoice_id !== null) return
  const home = await readHome(trx, draft)
  if (!home || home.currency === draft.currency) return
  const reason = `exchange_rate: a document in ${draft.currency} needs the rate of its day: how much of it one ${home.currency} is.`
  throw new AppError('not_possible', reason, 'exchange_rate')
}

/** The rate of a document: its own, else of one that is written by the platform the one at which was converted last. */
export async function rateOfDocument(trx: Trx, draft: Draft): Promise<string | null> {
  const home = await readHome(trx, draft)
  // Where the home currency has become that of the draft since.
  if (!home || home.currency === draft.currency) return null
  if (draft.exchange_rate !== null || draft.credits_invoice_id !== null) return draft.exchange_rate
  return latestRate(trx, draft.organisation_id, draft.currency)
}

type Draft = {
  organisation_id: number
  currency: string
  exchange_rate: string | null
  credits_invoice_id: number | null
  state: string
}
type RateRequest = { currency?: string | undefined; exchange_rate?: string | null | undefined }
