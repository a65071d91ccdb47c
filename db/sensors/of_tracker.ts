import { type RawBuilder, sql } from 'kysely'
import { above } from '../privacy/tracker_groups.ts'

/**
 * A subquery with the sensors that apply to a tracker: of several with one name its own, or else that of its nearest
 * group, or else that of the organisation. `t` is a row of `tracker`. A sum has its `parts`: those of the same unit that
 * apply to the tracker, with null for one that does not. A sum is never part of another.
 */
export const sensorsOf = (t: string, which: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`(
  with recursive ${above(t, 'group_id')},
  applied as (select distinct on (lower(s.name)) s.* from sensor s left join above a on a.id = s.group_id
  where s.organisation_id = ${sql.ref(`${t}.organisation_id`)}
    and (s.tracker_id = ${sql.ref(`${t}.id`)} or a.id is not null or (s.tracker_id is null and s.group_id is null))
  order by lower(s.name), s.tracker_id is null, a.level nulls last, s.id)
  select s.*, case when s.sum_of is not null then (
      select json_agg(p order by n.i) from jsonb_array_elements_text(s.sum_of) with ordinality n (name, i)
      left join applied p on lower(p.name) = lower(n.name) and p.sum_of is null and p.unit = s.unit) end as parts
  from applied s where ${which})`
