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
  /** Boundaries of the rules `alone` and `keep_out` that it breaks; none if not given. */
  breaches?: readonly Breach[]
  /** Whether boundaries of these rules applied to it. */
  ruled?: boolean
}

/** Of a tracker that has not reported yet. */
export const initialState: State = {
  judged_at: null,
  outside: null,
  outside_since: null,
  outside_count: 0,
  boundary_id: null,
  leaving_alerted: false,
  alarm: null,
}

/** A boundary that has a rule of its own, and that the tracker breaks. */
export type Breach = {
  boundary_id: number
  rule: 'alone' | 'keep_out'
  since: number
  /** Reports in a row so far, up to the number that confirms it. */
  count: number
  /** Whether it has an open alert. */
  alerted: boolean
}

/** When a breach is confirmed: consecutive reports in it, or seconds. */
export type ExitPolicy = { exit_confirmations: number; exit_delay_s: number }

/** Input of the rules: a report and its evaluation by PostGIS. */
export type RuleInput = {
  fix_at: number
  received: number
  valid: boolean
  alarm: string | null
  /** A boundary of rule `any` it is in. */
  boundary_id: number | null
  /** Whether any boundary of rule `any` applies to the tracker. */
  bounded: boolean
  /** Whether boundaries of the rules `alone` or `keep_out` apply; not if not given. */
  ruled?: boolean
  /** Those of them that it breaks at this position. */
  broken?: readonly Pick<Breach, 'boundary_id' | 'rule'>[]
  /** Without a fix: boundaries that it broke before the batch and that no longer apply. */
  ceased?: readonly number[]
}
