import { type RawBuilder, sql } from 'kysely'

/** A JSON list of accounts' ids as it is at another installation: those of accounts that do not move are left out. */
export const movedAccounts = (ids: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(m.new_id order by p.n) from jsonb_array_elements_text(${ids}) with ordinality p (id, n)
    join moving_user m on m.id = p.id::bigint), '[]')`
