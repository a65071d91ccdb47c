import { type RawBuilder, sql } from 'kysely'

/** The registration day of a person's newest plan that has one. */
export const registeredBefore = (organisation_id: Value, user_id: Value) =>
  sql`(select b.registered_from from devplan b where b.organisation_id = ${organisation_id}
    and b.user_id = ${user_id} and b.registered_from is not null order by b.id desc limit 1)`

type Value = RawBuilder<unknown> | ReturnType<typeof sql.ref>
