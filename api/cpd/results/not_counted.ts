import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isCountedNowhere } from '../counted.ts'
import { notCounted } from '../engine/amounts.ts'

/** Hours in categories that no standard of the person counts, such as those of another standard; null without any. */
export async function notCountedOf(db: Db, { organisation_id, user_id, start, end }: PeriodOfPerson) {
  const { rows } = await sql<{ category: string; hours: number; ids: number[] }>`
    select coalesce(c.name, k.code) as category, sum(k.hours)::int as hours, json_agg(devactivity.id) as ids
    from devactivity join devactivity_credit k on k.devactivity_id = devactivity.id
      left join devcategory c on c.id = k.devcategory_id
    where devactivity.organisation_id = ${organisation_id} and devactivity.user_id = ${user_id}
      and devactivity.completed_on between ${start}::date and ${end}::date
      and devactivity.state in ('recorded', 'verified') and k.hours > 0 and ${isCountedNowhere}
    group by category order by category`.execute(db)
  if (rows.length === 0) return null
  const hours = rows.reduce((sum, row) => sum + row.hours, 0)
  return {
    hours: hours / 100,
    activities: new Set(rows.flatMap(({ ids }) => ids)).size,
    sentence: notCounted(
      hours,
      rows.map(({ category }) => category),
    ),
  }
}

type PeriodOfPerson = { organisation_id: number; user_id: number; start: string; end: string }
