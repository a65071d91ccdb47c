import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { lenderNow } from '#db/loans/lent.ts'
import { AppError } from '../../http/errors.ts'

/** Loans of an organisation that have not ended, at most: given, and received. */
export const most_open = 200

/** Locks the organisation, so that loans that are accepted at once are counted. */
export async function checkRoom(trx: Trx, borrower_id: number): Promise<void> {
  await sql`select from organisation where id = ${borrower_id} for no key update`.execute(trx)
  const { rows } = await sql<{ open: number }>`select (select count(*) from tracker_loan
      where borrower_id = ${borrower_id} and state = 'accepted' and ends_at > now())::int
    + (select count(*) from remote_loan
      where organisation_id = ${borrower_id} and state in ('offered', 'accepted') and ends_at > ${lenderNow('remote_loan')})::int as open`.execute(
    trx,
  )
  if (rows[0]!.open < most_open) return
  throw new AppError('not_possible', `${most_open} trackers are on loan to you. Please end one first.`)
}
