import { type SqlBool, sql } from 'kysely'

/** What a tracker can be doing: the only list, and the only SQL. */
export const movementStates = ['moving', 'idling', 'parked', 'towed', 'no_data'] as const
export type MovementState = (typeof movementStates)[number]

/** What a tracker does and since when, as in REST and on the live map. */
export type MovementNow = {
  state: MovementState
  since: string
  /** Metres of the trip that continues. */
  distance_m: number | null
  /** The nearest town when this was found. */
  place: string | null
}

/**
 * Over `followed`, a row of `movement_checkpoint`, and `latest`, one of `tracker_state`. A tracker that moves and has not
 * reported for ten minutes is silent since then.
 */
const is_silent = sql`followed.movement in ('moving', 'towed') and latest.received < now() - interval '10 minutes'`
export const movementState = sql<MovementState | null>`case when ${is_silent} then 'no_data' else followed.movement end`

/** Null before the first position. */
export const movementNow = sql<MovementNow | null>`case when followed.movement is not null then json_build_object(
  'state', ${movementState},
  'since', to_char(case when ${is_silent} then latest.received else followed.since end at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'distance_m', followed.distance_m,
  'place', (select s.end_place from segment s where s.organisation_id = followed.organisation_id
    and s.tracker_id = followed.tracker_id and s.ended_at is null and s.kind in ('trip', 'stop')
    order by s.began_at desc limit 1)) end`

/** Nothing is known of one without a position, too. */
export const isMovementState = (state: MovementState) =>
  state === 'no_data'
    ? sql<SqlBool>`coalesce(${movementState}, 'no_data') = 'no_data'`
    : sql<SqlBool>`${movementState} = ${state}`
