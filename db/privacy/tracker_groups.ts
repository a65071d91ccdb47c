import { type RawBuilder, sql } from 'kysely'

/**
 * The ids of a member's groups and of all below them, as a JSON list; null for a member who is not limited to groups.
 * `m` is a row of `membership`.
 */
export const groupsOfMember = (m: string): RawBuilder<number[] | null> => sql`
  case when ${sql.ref(`${m}.limited`)} then (
    with recursive below (id) as (
      select g.group_id from membership_group g where g.membership_id = ${sql.ref(`${m}.id`)}
      union select c.id from below b join tracker_group c
        on c.organisation_id = ${sql.ref(`${m}.organisation_id`)} and c.parent_id = b.id
    ) select coalesce(json_agg(below.id), '[]'::json) from below) end`

/** Whether a tracker is in one of the groups or below; `column` holds its group. */
export const isBelow = (
  organisation_id: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  group_id: number,
) => sql<boolean>`
  ${column} in (
    with recursive below (id) as (
      select ${group_id}::bigint
      union select c.id from below b join tracker_group c
        on c.organisation_id = ${organisation_id} and c.parent_id = b.id
    ) select below.id from below)`

/** The lowest speed limit of a tracker's group and those that it is in; null without one. `t` is a row of `tracker`. */
export const limitOfGroups = (t: string, column = 'group_id'): RawBuilder<number | null> => sql`
  (with recursive above (id) as (
    select ${sql.ref(`${t}.${column}`)} union select g.parent_id from above a
      join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id
  ) select min(g.speed_limit)::float8 from above a
    join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id)`
