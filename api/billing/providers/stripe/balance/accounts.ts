import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'

/**
 * The accounts between which Stripe moves money: what it holds, its fees, and the bank. The first two are made with the
 * first movement; they are found again by their name or code.
 */
export async function balanceAccounts(trx: Trx, organisation_id: number): Promise<Accounts> {
  const clearing_account = await accountOf(trx, organisation_id, {
    name: 'Stripe',
    type: 'bank',
    codes: ['095', 'STRIPE'],
  })
  const fees = { name: 'Payment fees', type: 'expense', codes: ['404', 'PAYMENT-FEES'] } as const
  const fee_account = await accountOf(trx, organisation_id, fees)
  const { rows } = await sql<{ code: string }>`select code from account where organisation_id = ${organisation_id}
    and type = 'bank' and code <> ${clearing_account} order by active desc, code limit 1`.execute(trx)
  return { clearing_account, fee_account, bank_account: rows[0]?.code ?? null }
}

async function accountOf(trx: Trx, organisation_id: number, { name, type, codes }: Purpose): Promise<string> {
  const [first, second] = codes
  const find = async () => {
    const { rows } = await sql<{ code: string }>`select code from account where organisation_id = ${organisation_id}
      and type = ${type} and (lower(name) = lower(${name}) or code in (${first}, ${second}))
      order by lower(name) = lower(${name}) desc, code limit 1`.execute(trx)
    return rows[0]?.code
  }
  const known = await find()
  if (known) return known
  // One that is made at the same time is waited for. Codes that are used for something else are left out.
  await sql`insert into account (organisation_id, code, name, type)
    select ${organisation_id}, c.code, ${name}, ${type} from (values (${first}::text), (${second}::text)) c (code)
    where not exists (select from account a where a.organisation_id = ${organisation_id} and lower(a.code) = lower(c.code))
    limit 1 on conflict (organisation_id, lower(code)) do nothing`.execute(trx)
  return (await find()) ?? second
}

type Purpose = { name: string; type: 'bank' | 'expense'; codes: readonly [string, string] }
type Accounts = { clearing_account: string; fee_account: string; bank_account: string | null }
