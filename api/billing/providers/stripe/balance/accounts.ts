import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { accountFor } from '../../../books/account_for.ts'

/**
 * The accounts between which Stripe moves money: what it holds, its fees, and the bank. The first two are made with the
 * first movement.
 */
export async function balanceAccounts(trx: Trx, organisation_id: number): Promise<Accounts> {
  const clearing = { name: 'Stripe', type: 'bank', codes: ['095', 'STRIPE'], by_code: true } as const
  const fees = { name: 'Payment fees', type: 'expense', codes: ['404', 'PAYMENT-FEES'], by_code: true } as const
  const clearing_account = await accountFor(trx, organisation_id, clearing)
  const fee_account = await accountFor(trx, organisation_id, fees)
  const { rows } = await sql<{ code: string }>`select code from account where organisation_id = ${organisation_id}
    and type = 'bank' and code <> ${clearing_account} order by active desc, code limit 1`.execute(trx)
  return { clearing_account, fee_account, bank_account: rows[0]?.code ?? null }
}

type Accounts = { clearing_account: string; fee_account: string; bank_account: string | null }
