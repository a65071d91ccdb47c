import type { Trx } from '#db/database.ts'
import type { Sub } from './advance.ts'

/** Reads a subscription, and holds up other changes of it until the transaction ends. */
export const lockSubscription = (trx: Trx, id: number): Promise<Sub> =>
  trx.selectFrom('subscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
