import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { digitsOf } from './checks.ts'

/**
 * Checks the home currency that is chosen for an organisation.
 *
 * @throws {AppError} not_possible for another one than that in which the ledger has amounts already
 */
export async function checkHomeCurrency(trx: Trx, organisation_id: number, currency: string): Promise<void> {
  await digitsOf(trx, currency)
  // A first line of the ledger that is being written is waited for.
  const { rows } = await sql<{ currency: string }>`select currency from billing_config
    where organisation_id = ${organisation_id} for update`.execute(trx)
  if (rows[0]?.currency === currency) return
  const { rows: lines } =
    await sql`select 1 from transaction where organisation_id = ${organisation_id} limit 1`.execute(trx)
  if (lines.length === 0) return
  const reason = `currency: the ledger is in ${rows[0]?.currency} already, which stays its home currency.`
  throw new AppError('not_possible', reason, 'currency')
}
