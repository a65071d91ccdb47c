import { type RawBuilder, sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import { allows } from '../audience.ts'
import { registeredBefore } from '../registration.ts'
import { APPEAL_DAYS } from './appeal_days.ts'

/**
 * What comes up for people: an expiry, the end of a cycle or of a year in it, the last day for submitting it, an
 * audit of one's records, and of an appeal against a decision.
 */
export const kinds = ['qualification', 'cycle', 'year', 'submit', 'audit', 'appeal', 'waiver_appeal'] as const
export type DateKind = (typeof kinds)[number]

/**
 * Parts of a `with`: `today` of each organisation with CPD, `asked` the open cycles that have begun with the people of
 * their audience and those who have a plan in them, and `dates` what comes up for people from today on.
 *
 * @param moment an SQL expression of now
 * @param user_id only for one person
 */
export const datesOf = (moment: RawBuilder<unknown>, user_id: number | null = null) => sql`
  today as (
    select o.id as organisation_id, o.timezone, (${moment} at time zone o.timezone)::date as today
    from organisation o join organisation_config c on c.organisation_id = o.id and 'cpd' = any(c.features)
    where ${isServed(sql`o.id`)}),
  asked as (
    select devcycle.id, devcycle.organisation_id, devcycle.name, coalesce(own.start, devcycle.start) as start,
      coalesce(own."end", devcycle."end") as "end",
      devcycle.cpd_standard_id, m.user_id, p.id as plan_id, p.submitted_at, p.state, t.today
    from today t
      join devcycle on devcycle.organisation_id = t.organisation_id and devcycle.expired_at is null
        and devcycle.start <= t.today
      join membership m on m.organisation_id = devcycle.organisation_id
        and ${user_id === null ? sql`true` : sql`m.user_id = ${user_id}`}
      left join devplan p on p.devcycle_id = devcycle.id and p.user_id = m.user_id
      left join cpd_standard s on s.id = devcycle.cpd_standard_id and s.year_starts = 'personal'
      left join lateral (${ownPeriod}) own on s.id is not null
    where p.closed_at is null and (p.id is not null or ${allows(sql`m.user_id`, sql.ref('m.role_name'))})),
  dates as (
    select q.organisation_id, q.user_id, 'qualification' as kind, q.id, q.name,
      coalesce(q.extended_until, q.expires_on) as day, t.today
    from today t join devqualification q on q.organisation_id = t.organisation_id
      and ${user_id === null ? sql`true` : sql`q.user_id = ${user_id}`}
    where not q.suspended and coalesce(q.extended_until, q.expires_on) >= t.today
    union all
    select a.organisation_id, a.user_id, 'cycle', a.id, a.name, a."end", a.today from asked a where a."end" >= a.today
    union all
    select a.organisation_id, a.user_id, 'year', a.id, a.name, y.day, a.today
    from asked a cross join lateral (
      select (a.start + make_interval(years => n) - interval '1 day')::date as day from generate_series(1, 20) n) y
    where y.day >= a.today and y.day < a."end"
      and exists (select from cpd_rule r where r.cpd_standard_id = a.cpd_standard_id and r.per = 'year')
    union all
    select a.organisation_id, a.user_id, 'submit', a.id, a.name, d.day, a.today
    from asked a
      join cpd_standard s on s.id = a.cpd_standard_id and s.options->>'submit_by' ~ '^[0-9]{2}-[0-9]{2}$'
      cross join lateral (select ${submitDay(sql`extract(year from a."end")::int`)} as same,
        ${submitDay(sql`extract(year from a."end")::int + 1`)} as next) y
      cross join lateral (select case when y.same > a."end" then y.same else y.next end as day) d
    where d.day >= a.today
    union all
    select a.organisation_id, a.user_id, 'audit', a.id, c.name, a.due_on, t.today
    from today t
      join cpd_audit a on a.organisation_id = t.organisation_id and a.state in ('notified', 'more_asked')
        and a.due_on >= t.today and ${user_id === null ? sql`true` : sql`a.user_id = ${user_id}`}
      join devcycle c on c.id = a.devcycle_id
    union all
    select a.organisation_id, a.user_id, 'appeal', a.id, c.name, d.day, t.today
    from today t
      join cpd_audit a on a.organisation_id = t.organisation_id and a.state = 'decided' and a.verdict <> 'met'
        and ${user_id === null ? sql`true` : sql`a.user_id = ${user_id}`}
      join devcycle c on c.id = a.devcycle_id
      cross join lateral (select ${lastDayOf(sql`a.decided_at`)} as day) d
    where d.day >= t.today
    union all
    select w.organisation_id, w.user_id, 'waiver_appeal', w.id, c.name, d.day, t.today
    from today t
      join devwaiver w on w.organisation_id = t.organisation_id and w.outcome in ('part', 'refused')
        and w.appealed_at is null and ${user_id === null ? sql`true` : sql`w.user_id = ${user_id}`}
      join devplan p on p.id = w.devplan_id
      join devcycle c on c.id = p.devcycle_id and c.expired_at is null
      cross join lateral (select ${lastDayOf(sql`w.decided_at`)} as day) d
    where d.day >= t.today)`

/** The last day of an appeal against a decision, in the organisation of `today t`. */
function lastDayOf(decided_at: RawBuilder<unknown>) {
  return sql`(${decided_at} at time zone t.timezone)::date + ${sql.lit(APPEAL_DAYS)}::int`
}

/** The person's own period in a cycle, as `periodOf` of the engine has it: the first in it, else before. */
const ownPeriod = sql`
  select d.start, d."end"
  from (select case when p.id is null then ${registeredBefore(sql.ref('devcycle.organisation_id'), sql.ref('m.user_id'))}
      else p.registered_from end as day) r
    cross join lateral (select (r.day + make_interval(months => s.cycle_months * n))::date as start,
        (r.day + make_interval(months => s.cycle_months * (n + 1)) - interval '1 day')::date as "end"
      from generate_series(0, 1200 / s.cycle_months) n) d
  where r.day is not null
  order by case when d.start between devcycle.start and devcycle."end" then 0
    when d.start < devcycle.start then 1 else 2 end, abs(d.start - devcycle.start) limit 1`

/** The day of `submit_by` in a year; 29 February is the 28th in common years. */
const submitDay = (year: RawBuilder<unknown>) => sql`((make_date(${year}, left(s.options->>'submit_by', 2)::int, 1)
  + least(right(s.options->>'submit_by', 2)::int, extract(day from make_date(${year},
    left(s.options->>'submit_by', 2)::int, 1) + interval '1 month - 1 day')::int) - 1))`
