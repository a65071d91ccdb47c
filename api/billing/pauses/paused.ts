import { type RawBuilder, sql } from 'kysely'

/** Whether the membership of a row is paused today, in the timezone of its organisation. */
export const isPaused = (subscription: string): RawBuilder<boolean> => {
  const s = (column: string) => sql.ref(`${subscription}.${column}`)
  return sql`(${s('pause_begun')} and coalesce((select (now() at time zone z.timezone)::date between ${s('paused_from')} and ${s('paused_until')}
    from organisation z where z.id = ${s('organisation_id')}), false))`
}

/** Whether a day is one of the pause, which has begun: that of a membership that was not paid then never does. */
export const pausedOn = ({ pause_begun, paused_from: from, paused_until: until }: Paused, day: string): boolean =>
  pause_begun && from !== null && until !== null && from <= day && day <= until

type Paused = { pause_begun: boolean; paused_from: string | null; paused_until: string | null }
