import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { units } from '#db/tables/cpd/values.ts'
import { isInAudience } from './audience.ts'

/** Codes of the categories that the row of `cpd_standard` counts: those that it has, and those that its rules name. */
export const countedCodes = sql<string[]>`(select coalesce(json_agg(distinct n.code order by n.code), '[]') from (
    select c->>'code' as code from jsonb_array_elements(cpd_standard.categories) c
    union select unnest(r.category_codes) from cpd_rule r where r.cpd_standard_id = cpd_standard.id) n)`

/** Units of which it has a sum that is open to every category. */
export const countedUnits = sql<string[]>`(select coalesce(json_agg(distinct u.unit order by u.unit), '[]')
  from cpd_rule r cross join lateral unnest(
    case when r.unit is null then ${`{${units.join(',')}}`}::text[] else array[r.unit] end) u(unit)
  where r.cpd_standard_id = cpd_standard.id and r.kind = 'sum_min' and r.category_codes = '{}' and r.tags = '{}'
    and r.flags = '{}' and not r.options ? 'without_flags')`

/**
 * Whether no standard counts the part `k` (devactivity_credit) of the row of `devactivity`, of the cycles that its
 * person is in on its day; false where no such cycle has a standard.
 */
export const isCountedNowhere = sql<SqlBool>`(${anyCycle(sql`true`)} and not ${anyCycle(
  sql`(k.unit in (select json_array_elements_text(${countedUnits}))
    or k.code in (select json_array_elements_text(${countedCodes}))
    or (select p.code from devcategory c join devcategory p on p.id = c.parent_devcategory_id
      where c.id = k.devcategory_id) in (select json_array_elements_text(${countedCodes})))`,
)})`

function anyCycle(condition: RawBuilder<unknown>) {
  // A person's own year ends after the cycle.
  return sql`exists (select from devcycle join cpd_standard on cpd_standard.id = devcycle.cpd_standard_id
    where devcycle.organisation_id = devactivity.organisation_id and devactivity.completed_on >= devcycle.start
      and devactivity.completed_on <= devcycle."end"
        + case when cpd_standard.year_starts = 'personal' then interval '12 months' else interval '0' end
      and ${isInAudience(sql`devactivity.user_id`)} and ${condition})`
}
