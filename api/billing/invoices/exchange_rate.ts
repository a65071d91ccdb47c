import type { Trx } from '#db/database.ts'
import { wrong } from '../../http/errors.ts'

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

type RateRequest = { currency?: string | undefined; exchange_rate?: string | null | undefined }
