import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a person is in the audience of `devcycle`: a member of its organisation, with the role, the confirmed
 * qualification and among the people that it names. The rows of the statement must be of `devcycle`.
 */
export const isInAudience = (user_id: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from membership am where am.organisation_id = devcycle.organisation_id
    and am.user_id = ${user_id} and ${allows(user_id, sql.ref('am.role_name'))})`

/** Same, for a membership that the statement has already. */
export const allows = (user_id: RawBuilder<unknown>, role_name: RawBuilder<unknown> | ReturnType<typeof sql.ref>) =>
  sql<SqlBool>`(coalesce(devcycle.audience->>'role' = ${role_name}, true)
    and (not devcycle.audience ? 'user_ids' or devcycle.audience->'user_ids' @> to_jsonb(${user_id}))
    and (not devcycle.audience ? 'qualification' or exists (select from devqualification aq
      where aq.user_id = ${user_id} and aq.organisation_id = devcycle.organisation_id and aq.confirmed_at is not null
        and devcycle.audience->>'qualification' in (aq.type, aq.name))))`
