import { type Kysely, sql } from 'kysely'

export const after = '20270225_alert_watches'
export const checksum = '294efa58e706d8afb58534cbeecafae1bd4b21fb38d61209d1c0453aa639e425'

/**
 * What a plan has of each year of its cycle, with the day it is of: submissions, agreements, self-evaluations. A cycle of
 * several years asks for them in each. What is stored already gets the day that is known of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devplan add column records jsonb not null default '[]'
    constraint devplan_records check (jsonb_typeof(records) = 'array')`.execute(db)
  const record = (kind: string, moment: string, text: string) => sql`select jsonb_build_object('kind', ${sql.lit(kind)},
      'on', (${sql.ref(moment)} at time zone o.timezone)::date::text, 'text', ${text ? sql.ref(text) : sql.lit('')},
      'recorded_on', (${sql.ref(moment)} at time zone o.timezone)::date::text) as r
    where ${text ? sql`btrim(${sql.ref(text)}) <> ''` : sql`${sql.ref(moment)} is not null`}`
  await sql`update devplan p set records = (select coalesce(jsonb_agg(r order by r ->> 'on'), '[]') from (
      ${record('plan', 'p.first_submitted_at', '')}
      union all ${record('plan_agreed', 'p.agreed_at', '')}
      union all ${record('self_evaluation', 'p.modified_at', 'p.self_evaluation')}) as known)
    from organisation o where o.id = p.organisation_id`.execute(db)
}
