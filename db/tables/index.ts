import { Alert, type AlertTable } from './alert.ts'
import { Boundary, type BoundaryTable } from './boundary.ts'
import { BoundaryPart, type BoundaryPartTable } from './boundary_part.ts'
import { BoundaryTracker, type BoundaryTrackerTable } from './boundary_tracker.ts'
import { Membership, type MembershipTable } from './membership.ts'
import { Organisation, type OrganisationTable } from './organisation.ts'
import { RejectedReport, type RejectedReportTable } from './rejected_report.ts'
import { Tracker, type TrackerTable } from './tracker.ts'
import { TrackerEvent, type TrackerEventTable } from './tracker_event.ts'
import { TrackerState, type TrackerStateTable } from './tracker_state.ts'
import { UserAccount, type UserAccountTable } from './user_account.ts'

/** Every table's row, by the table's name. A test holds these against the real database. */
export const tables = {
  alert: Alert,
  boundary: Boundary,
  boundary_part: BoundaryPart,
  boundary_tracker: BoundaryTracker,
  membership: Membership,
  organisation: Organisation,
  rejected_report: RejectedReport,
  tracker: Tracker,
  tracker_event: TrackerEvent,
  tracker_state: TrackerState,
  user_account: UserAccount,
} as const

export interface Database {
  alert: AlertTable
  boundary: BoundaryTable
  boundary_part: BoundaryPartTable
  boundary_tracker: BoundaryTrackerTable
  membership: MembershipTable
  organisation: OrganisationTable
  rejected_report: RejectedReportTable
  tracker: TrackerTable
  tracker_event: TrackerEventTable
  tracker_state: TrackerStateTable
  user_account: UserAccountTable
}
