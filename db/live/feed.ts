import type { AlertRow } from '../alerts/owned.ts'
import type { MovementNow } from '../movement/now.ts'

/** Who follows the live map of an organisation. */
export type LiveViewer = {
  user_id: number
  /** Null for the operator, who has no session. */
  session_id: number | null
  organisation_id: number
  /** Whether they see every tracker of the organisation; otherwise their own, and those of these groups. */
  sees_all: boolean
  group_ids: readonly number[]
}

/** What a program of this process is given of the live map, until its end. */
export type LiveFeed = {
  positions(reports: LiveReport[]): void
  presence(trackers: { tracker_id: number; online: boolean; changed_at: string }[]): void
  movement(trackers: (MovementNow & { tracker_id: number })[]): void
  /** Raised, acknowledged, snoozed or ended. */
  alert(alert: AlertRow): void
  /** The session has ended, or its rights may have changed. */
  end(): void
}

/** A stored report, as REST and the live map have it. */
export type LiveReport = {
  id: number
  tracker_id: number
  fix_at: string
  received: string
  event: string
  alarm: string | null
  valid: boolean
  position: { coordinates: number[] } | null
  altitude: number | null
  heading: number | null
  speed: number | null
  accuracy: number | null
  attributes: Record<string, unknown> | null
}
