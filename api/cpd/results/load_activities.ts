import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import type { Activity, Credit, Flag } from '../engine/types.ts'

/**
 * What people have recorded in a time, with what it counts for. A list for each person, whose entries are arrays:
 * drivers take several times as long for a row for each activity, and the database for objects with names.
 */
export async function loadActivities(db: Db, { organisation_id, user_ids, from, to }: Selection) {
  const { rows } = await sql<Listed>`
    with activity as (
      select a.id, a.user_id, a.target, a.completed_on, a.hours, a.tags, a.flags, a.state, a.private,
        (a.created_at at time zone o.timezone)::date as recorded_on
      from devactivity a join organisation o on o.id = a.organisation_id
      where a.organisation_id = ${organisation_id} and a.user_id = any(${bigints(user_ids)}::bigint[])
        and a.completed_on between ${from}::date and ${to}::date
    ), credits as (
      select a.user_id, json_agg(json_build_array(k.devactivity_id, k.code, k.hours, k.items, k.rate_per, k.rate,
          k.item_hours, k.cap) order by k.devactivity_id, k.code) as list
      from activity a join devactivity_credit k on k.devactivity_id = a.id group by a.user_id
    ), activities as (
      select a.user_id, json_agg(json_build_array(a.id, a.target, a.completed_on, a.hours, a.tags, a.flags, a.state,
          a.private, a.recorded_on) order by a.id) as list
      from activity a group by a.user_id
    )
    select a.user_id, a.list as activities, coalesce(c.list, '[]'::json) as credits
    from activities a left join credits c on c.user_id = a.user_id`.execute(db)
  return new Map(rows.map((row) => [row.user_id, activitiesOf(row)]))
}

function activitiesOf({ user_id, activities, credits }: Listed): StoredActivity[] {
  const of = Map.groupBy(credits, ([id]) => id)
  return activities.map(([id, title, completed_on, hours_hundredths, tags, flags, state, is_private, recorded_on]) => ({
    user_id,
    id,
    title,
    completed_on,
    hours_hundredths,
    tags,
    flags,
    state,
    private: is_private,
    recorded_on,
    credits: (of.get(id) ?? []).map(creditOf),
  }))
}

function creditOf([, category_code, hours, items, per, rate, item_hours, cap]: ListedCredit): Credit {
  return {
    category_code,
    hours: hours / 100,
    items,
    credit_per_hour: per === 'hour' ? inUnits(rate) : null,
    credit_per_item: per === 'item' ? inUnits(rate) : null,
    item_hours: inUnits(item_hours),
    cap: inUnits(cap),
  }
}

const inUnits = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)

type Selection = { organisation_id: number; user_ids: number[]; from: string; to: string }
type Listed = { user_id: number; activities: ListedActivity[]; credits: ListedCredit[] }
type ListedActivity = [
  id: number,
  title: string,
  completed_on: string,
  hours: number,
  tags: string[],
  flags: Flag[],
  state: NonNullable<Activity['state']>,
  is_private: boolean,
  recorded_on: string,
]
type ListedCredit = [
  id: number,
  code: string,
  hours: number,
  items: number | null,
  rate_per: string | null,
  rate: number | null,
  item_hours: number | null,
  cap: number | null,
]
export type StoredActivity = Activity & { user_id: number; private: boolean; hours_hundredths: number }
