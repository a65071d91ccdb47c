import { type RawBuilder, sql } from 'kysely'
import { profileOfGroups } from '../privacy/tracker_groups.ts'

/**
 * The profile by which the movement of a tracker is found: its own, otherwise that of the nearest of its groups that has
 * one, otherwise the organisation's for its type; null: the built-in values of its type. `t` is a row of `tracker`.
 */
export const profileOfTracker = (t: string): RawBuilder<number | null> => sql`coalesce(
  ${sql.ref(`${t}.movement_profile_id`)}, ${profileOfGroups(t, 'group_id')}, (
    select p.id from movement_profile p
    where p.organisation_id = ${sql.ref(`${t}.organisation_id`)} and p.default_for = ${sql.ref(`${t}.type`)}))`
