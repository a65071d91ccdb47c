import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { isFallback } from './fall_back.ts'
import { isUnpaid } from './opens.ts'

/** One membership is begun or changed at a time for a person, until the end of the transaction. */
export async function lockPerson(trx: Trx, user_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscribe ${user_id}`}, 0))`.execute(trx)
}

/**
 * Whether a person pays first for any membership of an organisation: one of theirs has ended unpaid, or something that is
 * charged already is not paid, or a change was taken back for that and nothing was paid since. The next period's invoice
 * is not, before that period begins.
 */
export async function paysFirst(db: Db, organisation_id: number, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ pays_first: boolean }>`
    select exists (select from subscription s left join invoice i on i.id = s.invoice_id
      where s.organisation_id = ${organisation_id} and s.user_id = ${user_id}
        and ((s.state in ('lapsed', 'cancelled') and i.state <> 'paid') or ${isUnpaid('s')}
          or exists (select from invoice f where f.subscription_id = s.id and ${isFallback('f')} and not exists (
            select from invoice p where p.user_id = s.user_id and p.organisation_id = s.organisation_id and p.id > f.id
              and p.subscription_id is not null and p.type = 'invoice' and p.state = 'paid')))) as pays_first`.execute(
    db,
  )
  return rows[0]!.pays_first
}
