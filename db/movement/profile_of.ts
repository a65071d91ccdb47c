import { type RawBuilder, sql } from 'kysely'

/**
 * The profile by which the movement of a tracker is found: its own, otherwise that of the nearest of its groups that has
 * one, otherwise the organisation's for its type; null: the built-in values of its type. `t` is a row of `tracker`.
 */
export const profileOfTracker = (t: string): RawBuilder<number | null> => sql`coalesce(
  ${sql.ref(`${t}.movement_profile_id`)}, ${profileOfGroups(t, 'group_id')}, (
    select p.id from movement_profile p
    where p.organisation_id = ${sql.ref(`${t}.organisation_id`)} and p.default_for = ${sql.ref(`${t}.type`)}))`

/** The profile of the nearest group that has one, of that in `column` and those that it is in; null without one. */
export const profileOfGroups = (t: string, column: string): RawBuilder<number | null> => sql`
  (with recursive above (id, level) as (
    select ${sql.ref(`${t}.${column}`)}, 1 union all select g.parent_id, a.level + 1 from above a
      join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id
    where a.level < 20
  ) select g.movement_profile_id from above a
    join tracker_group g on g.organisation_id = ${sql.ref(`${t}.organisation_id`)} and g.id = a.id
  where g.movement_profile_id is not null order by a.level limit 1)`
