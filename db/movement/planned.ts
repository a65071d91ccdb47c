import { type RawBuilder, sql } from 'kysely'

/**
 * The times of a planned shift that lie in a span, wholly or in part: `day`, `begins_at`, `ends_at`. By the clock of the
 * organisation, so that a shift over midnight ends on the next day, and one over the change of the clock is an hour
 * longer or shorter. A time in an hour that the clock skips does not exist: it is that much later.
 *
 * @param p alias of a row of `planned_shift`
 */
export const plannedTimes = (p: string, since: RawBuilder<unknown>, until: RawBuilder<unknown>) => {
  const of = (column: string) => sql.ref(`${p}.${column}`)
  const local = (moment: RawBuilder<unknown>) => sql`((${moment})::timestamptz at time zone plan_zone.timezone)::date`
  return sql`(select to_char(plan_day.day, 'YYYY-MM-DD') as day, of_plan.begins_at, of_plan.ends_at
    from (select zoned.timezone from organisation zoned where zoned.id = ${of('organisation_id')}) plan_zone
    cross join lateral generate_series(greatest(${of('starts_on')}, ${local(since)} - 2)::timestamp,
      least(coalesce(${of('until_on')}, ${of('starts_on')}), ${local(until)})::timestamp,
      interval '1 day') plan_day (day)
    cross join lateral (select
      (plan_day.day + ${of('from_time')}::time) at time zone plan_zone.timezone as begins_at,
      (plan_day.day + ${of('to_time')}::time + case when ${of('to_time')} <= ${of('from_time')} then interval '1 day'
        else interval '0' end) at time zone plan_zone.timezone as ends_at) of_plan
    where (${of('weekdays')} = '{}' or extract(isodow from plan_day.day)::smallint = any(${of('weekdays')}))
      and not (to_char(plan_day.day, 'YYYY-MM-DD') = any(${of('not_on')}))
      and of_plan.begins_at < ${until} and of_plan.ends_at > ${since}
      and of_plan.begins_at < of_plan.ends_at)`
}
