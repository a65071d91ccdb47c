import { type RawBuilder, sql } from 'kysely'

/** The metres and the hours of the engine of a day, which is driven or idles: a row `y` of `tracker_day`. */
export const perDay = {
  m: sql<number>`y.distance_m`,
  h: sql<number>`((y.driving_s + y.idle_s) / 3600.0)::float8`,
} as const

const columnOf = { m: 'odometer_m', h: 'engine_h' } as const

/** What a day adds to what was read or done on `d.done_on`: of that day itself only what came after it was entered. */
export const afterReading = (measure: Measure, d: string) => sql<number>`
  case when y.day > ${sql.ref(`${d}.done_on`)} then ${perDay[measure]}
    else greatest(0, ${perDay[measure]} - coalesce(${sql.ref(`${d}.of_day_${measure}`)}, ${perDay[measure]})) end`

/**
 * The odometer or the hours of the engine: the last reading, and what was counted since. Null without a reading.
 *
 * @param until the day at whose end they are asked; now unless given
 */
export const counterOf = ({ organisation_id, tracker_id }: Of, measure: Measure, until?: RawBuilder<unknown>) => {
  const column = sql.ref(`d.${columnOf[measure]}`)
  return sql<number | null>`(
    select ${column} + coalesce((select sum(${afterReading(measure, 'd')}) from tracker_day y
      where y.organisation_id = d.organisation_id and y.tracker_id = d.tracker_id and y.day >= d.done_on
        ${until ? sql`and y.day <= ${until}` : sql``}), 0)
    from maintenance_done d
    where d.organisation_id = ${organisation_id} and d.tracker_id = ${tracker_id} and ${column} is not null
      ${until ? sql`and d.done_on <= ${until}` : sql``}
    order by d.done_on desc, d.id desc limit 1)`
}

/** Today by the calendar of an organisation. */
export const todayOf = (organisation_id: RawBuilder<unknown>) =>
  sql<string>`(select (now() at time zone o.timezone)::date from organisation o where o.id = ${organisation_id})`

export type Measure = keyof typeof perDay
type Of = { organisation_id: RawBuilder<unknown>; tracker_id: RawBuilder<unknown> }
