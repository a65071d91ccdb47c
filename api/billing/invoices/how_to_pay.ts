import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * An invoice says how it is paid: by the organisation's payment details, or by card. What is due by itself, such as a
 * renewal, does not wait for that.
 *
 * @throws {AppError} not_possible where it could not
 */
export async function checkHowToPay(db: Db, organisation_id: number): Promise<void> {
  const { rows } = await sql`select from billing_config b where b.organisation_id = ${organisation_id}
    and btrim(b.payment_details) = '' and not exists (select from provider_connection c
      where c.organisation_id = b.organisation_id and c.kind = 'stripe' and c.state = 'connected')`.execute(db)
  if (rows.length === 0) return
  throw new AppError(
    'not_possible',
    'payment_details: nothing says how to pay: give a bank account in the billing settings, or connect Stripe.',
    'payment_details',
  )
}
