import type { AlertChannel } from '../tables/people/alert_preferences.ts'
import type { AlertKind } from '../tables/tracking/alert.ts'
import type { BoundaryRule } from '../tables/tracking/boundary.ts'

/** What the gateway says of its decisions, and the API answers. Times are milliseconds since 1970, except in texts. */

/** What is said of the last report by itself, which may have changed nothing. */
export const reportStates = ['none', 'counts', 'no_fix', 'late'] as const
/**
 * What the engine knew of a tracker's boundaries at a time. `unknown`: nothing it has reported says so. `unbounded`: no
 * boundary applied. `inside`: none was broken. `waiting`: one was broken, for too few reports and too short. `alerted`:
 * an alert of it was open. `confirmed`: it was broken for long enough, and no alert of it is kept.
 */
export const boundaryStates = ['unknown', 'unbounded', 'inside', 'waiting', 'alerted', 'confirmed'] as const
/** Why a member is notified of a tracker, or is not. */
export const concerns = {
  owner: true,
  this_tracker: true,
  all_trackers: true,
  no_owner: true,
  not_seen: false,
  not_asked: false,
  no_settings: false,
} as const
export type Concern = keyof typeof concerns
/** Why a member or a list is notified, or is not. */
export const recipientReasons = [
  ...(Object.keys(concerns) as Concern[]),
  ...(['list', 'switched_off', 'muted', 'no_channel', 'no_address'] as const),
] as const

/** A tracker at a time. */
export type Explained = {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  exit_policy: { exit_confirmations: number; exit_delay_s: number }
  /** Whether an alert of a boundary was open. */
  alert: boolean
  at: number
}

export type Explanation = {
  /** The last before the time; null without one in the week before. */
  report: JudgedReport | null
  /** The last with a position, which boundaries are compared with. */
  fix: JudgedReport | null
  verdict: ExplainedVerdict
  boundaries: BoundaryAt[]
}

/** A stored report with the verdict of when it came. */
export type JudgedReport = {
  id: number
  fix_at: number
  received: number
  event: string
  alarm: string | null
  valid: boolean
  longitude: number | null
  latitude: number | null
  accuracy: number | null
  outside_boundary: boolean | null
  repeated: boolean
  late: boolean
  boundary_id: number | null
}

export type ExplainedVerdict = Run & {
  report: (typeof reportStates)[number]
  state: (typeof boundaryStates)[number]
  /** The one that it was in, or that it broke. */
  boundary_id: number | null
}

/** Reports in a row that broke a boundary. */
export type Run = {
  /** When the first of them was. */
  since: number | null
  count: number
  elapsed_s: number
  /** Whether it may have begun before what was read. */
  is_cut: boolean
}

/** A boundary with what decides whether it applies to a tracker, as seen from a position. */
export type BoundaryAt = {
  boundary_id: number
  name: string
  rule: BoundaryRule
  active: boolean
  in_schedule: boolean
  /** Whether it is the whole organisation's, or of the tracker's owner. */
  of_owner: boolean
  /** Whether it is for all trackers, or linked to this one. */
  of_tracker: boolean
  buffer_m: number
  use_accuracy: boolean
  created_at: string
  modified_at: string
  /** By its buffer and the accuracy, too; null without a position, and for one that is not active. */
  inside: boolean | null
  /** To its area; 0 in it. */
  distance_m: number | null
}

/** `alert_id`: null for one that was not raised. */
export type ExplainedOccasion = {
  organisation_id: number
  tracker_id: number
  alert_id: number | null
  occasion: AlertKind
}

export type ExplainedRecipient = {
  /** Null for a list: of the group, or of the organisation. */
  user_id: number | null
  list_group_id: number | null
  notified: boolean
  because: (typeof recipientReasons)[number]
  channels: (AlertChannel | 'webhook')[]
  /** The end of the quiet hours that it fell into; ISO 8601. */
  quiet: string | null
}
