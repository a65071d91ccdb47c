import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** Removes a card at once: nothing is begun with it from now on, and Stripe is asked to forget it. */
export async function endCard(trx: Trx, id: number): Promise<void> {
  await sql`update stored_card set state = 'removed', removed_at = coalesce(removed_at, now()), modified_at = now()
    where id = ${id}`.execute(trx)
  await sql`update card_payment set state = 'cancelled', next_attempt_at = null, error = 'The card was removed.',
    modified_at = now() where stored_card_id = ${id} and state = 'waiting'`.execute(trx)
  await sql`
    insert into provider_outbox (organisation_id, provider_connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key)
    select k.organisation_id, c.id, 'stripe', 'detach', 'stored_card', k.id,
      jsonb_build_object('tenant_id', k.tenant_id, 'label', concat_ws(' ', k.brand, k.last4),
        'payment_method_id', k.payment_method_id), 'stripe detach ' || k.payment_method_id
    from stored_card k join provider_connection c on c.organisation_id = k.organisation_id and c.kind = 'stripe'
      and c.state = 'connected' and c.tenant_id = k.tenant_id
    where k.id = ${id} and k.payment_method_id is not null
    on conflict (idempotency_key) do nothing`.execute(trx)
}

/** Cards of people who have left or were deleted are removed. */
export async function endLeftCards(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`select k.id from stored_card k where k.state = 'active'
    and not exists (select from membership m join user_account u on u.id = m.user_id and u.deleted_at is null
      where m.user_id = k.user_id and m.organisation_id = k.organisation_id) order by k.id limit 100`.execute(db)
  for (const { id } of rows) await db.transaction().execute((trx) => endCard(trx, id))
}
