import { type RawBuilder, sql } from 'kysely'
import { defaultKinds } from '../tables/people/alert_preferences.ts'

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
  group_id: number | RawBuilder<unknown>,
) => sql<boolean>`
  ${column} in (
    with recursive below (id) as (
      select ${group_id}::bigint
      union select c.id from below b join tracker_group c
        on c.organisation_id = ${organisation_id} and c.parent_id = b.id
    ) select below.id from below)`

/** The lowest speed limit of a tracker's group and those that it is in; null without one. `t` is a row of `tracker`. */
export const limitOfGroups = (t: string, column = 'group_id'): RawBuilder<number | null> => sql`
  (with recursive ${above(t, column)} select min(g.speed_limit)::float8 from above a
    join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id)`

/** The profile of the nearest group that has one, of that in `column` and those that it is in; null without one. */
export const profileOfGroups = (t: string, column: string): RawBuilder<number | null> => sql`
  (with recursive ${above(t, column)} select g.movement_profile_id from above a
    join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id
  where g.movement_profile_id is not null order by a.level limit 1)`

/** The working hours of the nearest group that has some, of the group of a tracker and those that it is in. */
export const hoursOfGroups = (t: string): RawBuilder<unknown> => sql`
  (with recursive ${above(t, 'group_id')} select g.schedule from above a
    join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id
  where g.schedule is not null order by a.level limit 1)`

/**
 * The kinds of alerts that are raised of a tracker: those of the nearest group that has its own, or else of the
 * organisation. `t` is a row of `tracker`, or with the column `id` one of `tracker_group`.
 */
export const raisedKindsOf = (t: string, column = 'group_id'): RawBuilder<string[]> => sql`coalesce(
  (with recursive ${above(t, column)} select c.alert_kinds from above a
    join tracker_group_config c on c.organisation_id = ${sql.ref(`${t}.organisation_id`)} and c.group_id = a.id
    where c.alert_kinds is not null order by a.level limit 1),
  (select c.alert_kinds from organisation_config c where c.organisation_id = ${sql.ref(`${t}.organisation_id`)}),
  ${sql.lit(`{${defaultKinds.join()}}`)}::text[])`

/** `above`: the group in `column` and those that it is in, from the nearest on. A tree has ten levels at most. */
export function above(t: string, column: string): RawBuilder<unknown> {
  return sql`above (id, level) as (
    select ${sql.ref(`${t}.${column}`)}, 0 union all select g.parent_id, a.level + 1 from above a
      join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id
    where a.level < 20)`
}
