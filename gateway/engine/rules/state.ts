/** A tracker's state between reports. Times are milliseconds since 1970. */
export type State = {
  judged_at: number | null
  outside: boolean | null
  outside_since: number | null
  outside_count: number
  /** The boundary it was in last. */
  boundary_id: number | null
  /** Whether the present leaving has an open alert. */
  leaving_alerted: boolean
  alarm: string | null
}

/** When leaving is confirmed: consecutive reports outside, or seconds outside. */
export type ExitPolicy = {
  exit_confirmations: number
  exit_delay_s: number
}

/** Input of the rules: a report and its evaluation by PostGIS. */
export type RuleInput = {
  fix_at: number
  received: number
  valid: boolean
  alarm: string | null
  /** A boundary it is in. */
  boundary_id: number | null
  /** Whether any boundary applies to the tracker. */
  bounded: boolean
}
