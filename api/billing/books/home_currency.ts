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
  const config = trx.selectFrom('billing_config').select('currency').where('organisation_id', '=', organisation_id)
  if ((await config.executeTakeFirst())?.currency === currency) return
  // A line of the ledger that is being written is waited for; documents that are numbered are not.
  const own = await config.forUpdate().executeTakeFirst()
  const { rows } = await sql`select 1 from transaction where organisation_id = ${organisation_id} limit 1`.execute(trx)
  if (rows.length === 0) return
  const reason = `currency: the ledger is in ${own?.currency} already, which stays its home currency.`
  throw new AppError('not_possible', reason, 'currency')
}
