import type { Kysely } from 'kysely'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import type { Channel } from '#db/tables/messaging/message_delivery.ts'
import type { AlertKind } from '#db/tables/tracking/alert.ts'
import type { BoundaryRule } from '#db/tables/tracking/boundary.ts'

/** What is said of the last report by itself, which may have changed nothing. */
export const reportStates = ['none', 'counts', 'no_fix', 'late'] as const
/** What was known of a tracker's boundaries; `gateway/explanation/verdict.ts` says what each means. */
export const boundaryStates = ['unknown', 'unbounded', 'inside', 'waiting', 'alerted', 'confirmed'] as const
/** Why a member or a list is notified, or is not. */
export const recipientReasons = [
  ...(['owner', 'this_tracker', 'all_trackers', 'no_owner', 'list', 'not_seen', 'not_asked', 'no_settings'] as const),
  ...(['switched_off', 'muted', 'no_channel', 'no_address'] as const),
] as const

/** What the gateway says of its decisions. Times are milliseconds since 1970, except in texts. */
export type Explaining = {
  /** What was known of a tracker at a time, and what the engine made of it. */
  tracker(db: Kysely<Database>, of: ExplainedTracker): Promise<Explanation>
  /** Who is notified of an occasion by the settings of now, and who is not. */
  recipients(
    db: Kysely<Database>,
    quotas: QuotaDefaults,
    occasion: { organisation_id: number; tracker_id: number; alert_id: number | null; occasion: AlertKind },
    at: number,
  ): Promise<ExplainedRecipient[]>
}

type ExplainedTracker = {
  organisation_id: number
  tracker_id: number
  owner_user_id: number | null
  exit_policy: { exit_confirmations: number; exit_delay_s: number }
  /** Whether an alert of a boundary was open. */
  alert: boolean
  at: number
}

type Explanation = {
  report: ExplainedReport | null
  /** The last report with a position. */
  fix: ExplainedReport | null
  verdict: {
    report: (typeof reportStates)[number]
    state: (typeof boundaryStates)[number]
    boundary_id: number | null
    since: number | null
    count: number
    elapsed_s: number
    is_cut: boolean
  }
  boundaries: ExplainedBoundary[]
}

type ExplainedReport = {
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
}

export type ExplainedBoundary = {
  boundary_id: number
  name: string
  rule: BoundaryRule
  active: boolean
  in_schedule: boolean
  of_owner: boolean
  of_tracker: boolean
  buffer_m: number
  use_accuracy: boolean
  created_at: string
  modified_at: string
  inside: boolean | null
  distance_m: number | null
}

type ExplainedRecipient = {
  user_id: number | null
  list_group_id: number | null
  notified: boolean
  because: (typeof recipientReasons)[number]
  channels: Channel[]
  quiet: string | null
}
