import { type SqlBool, sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { notifyPayer } from './letter.ts'
import { removePerson } from './shares.ts'

/**
 * Ends what is over: people who have left the organisation or deleted their account, and those whose invoice was not paid
 * within the days of grace. Names and addresses of invitations that came to nothing are deleted after 90 days.
 *
 * @param day instead of today
 */
export async function endPeople(context: ApiContext, day: string | null): Promise<void> {
  const { db, log } = context
  const unpaid = sql<SqlBool>`exists (select from invoice i where i.id = m.invoice_id and i.state = 'authorised'
    and i.paid = 0 and i.due_on + s.grace_days < t.today)`
  const { rows } = await sql<Ended>`
    with today as (
      select o.id, coalesce(${day}::date, (now() at time zone o.timezone)::date) as today from organisation o
      join organisation_config c on c.organisation_id = o.id and 'billing' = any(c.features) where ${isServed(sql`o.id`)})
    select m.id, m.subscription_id, t.today::text as today, ${unpaid} as is_unpaid from subscription_member m
    join subscription s on s.id = m.subscription_id join today t on t.id = m.organisation_id
    where m.state = 'joined' and s.state in ('trial', 'active', 'grace') and (${unpaid}
      or not exists (select from membership o join user_account u on u.id = o.user_id
        where o.user_id = m.user_id and o.organisation_id = m.organisation_id and u.deleted_at is null))
    order by m.id limit 1000`.execute(db)
  for (const { id, subscription_id, today, is_unpaid } of rows) {
    try {
      await transact(context, async (trx) => {
        const sub = await lockSubscription(trx, subscription_id)
        const member = await trx.selectFrom('subscription_member').selectAll().where('id', '=', id).executeTakeFirst()
        if (member?.state !== 'joined') return
        const state = is_unpaid ? 'unpaid' : 'left'
        await removePerson(trx, sub, member, { today, user_id: null, state, credit: !is_unpaid })
        await notifyPayer(trx, { id, what: is_unpaid ? 'was removed, since it was not paid' : 'has left' })
      })
    } catch (error) {
      log.error({ subscription_member: id, err: error }, 'a person stays in a membership; the next run tries again')
    }
  }
  await sql`delete from subscription_member where state in ('invited', 'declined', 'withdrawn')
    and greatest(expires_at, modified_at) < now() - interval '90 days'`.execute(db)
}

type Ended = { id: number; subscription_id: number; today: string; is_unpaid: boolean }
