import { Alert, type AlertTable } from './alert.ts'
import { Attempt, type AttemptTable } from './attempt.ts'
import { AuditLog, type AuditLogTable } from './audit_log.ts'
import { Boundary, type BoundaryTable } from './boundary.ts'
import { BoundaryPart, type BoundaryPartTable } from './boundary_part.ts'
import { BoundaryTracker, type BoundaryTrackerTable } from './boundary_tracker.ts'
import { DataLock, type DataLockTable } from './data_lock.ts'
import { IdempotencyKey, type IdempotencyKeyTable } from './idempotency_key.ts'
import { Invitation, type InvitationTable } from './invitation.ts'
import { Location, type LocationTable } from './location.ts'
import { Membership, type MembershipTable } from './membership.ts'
import { OneTimeToken, type OneTimeTokenTable } from './one_time_token.ts'
import { Organisation, type OrganisationTable } from './organisation.ts'
import { OrganisationConfig, type OrganisationConfigTable } from './organisation_config.ts'
import { OutboxMail, type OutboxMailTable } from './outbox_mail.ts'
import { RejectedReport, type RejectedReportTable } from './rejected_report.ts'
import { ReportConfig, type ReportConfigTable } from './report_config.ts'
import { Role, type RoleTable } from './role.ts'
import { Session, type SessionTable } from './session.ts'
import { Tracker, type TrackerTable } from './tracker.ts'
import { TrackerEvent, type TrackerEventTable } from './tracker_event.ts'
import { TrackerState, type TrackerStateTable } from './tracker_state.ts'
import { UserAccount, type UserAccountTable } from './user_account.ts'
import { UserConfig, type UserConfigTable } from './user_config.ts'
import { Website, type WebsiteTable } from './website.ts'

/** Every table's row, by the table's name. A test holds these against the real database. */
export const tables = {
  alert: Alert,
  attempt: Attempt,
  audit_log: AuditLog,
  boundary: Boundary,
  boundary_part: BoundaryPart,
  boundary_tracker: BoundaryTracker,
  data_lock: DataLock,
  idempotency_key: IdempotencyKey,
  invitation: Invitation,
  location: Location,
  membership: Membership,
  one_time_token: OneTimeToken,
  organisation: Organisation,
  organisation_config: OrganisationConfig,
  outbox_mail: OutboxMail,
  rejected_report: RejectedReport,
  report_config: ReportConfig,
  role: Role,
  session: Session,
  tracker: Tracker,
  tracker_event: TrackerEvent,
  tracker_state: TrackerState,
  user_account: UserAccount,
  user_config: UserConfig,
  website: Website,
} as const

export interface Database {
  alert: AlertTable
  attempt: AttemptTable
  audit_log: AuditLogTable
  boundary: BoundaryTable
  boundary_part: BoundaryPartTable
  boundary_tracker: BoundaryTrackerTable
  data_lock: DataLockTable
  idempotency_key: IdempotencyKeyTable
  invitation: InvitationTable
  location: LocationTable
  membership: MembershipTable
  one_time_token: OneTimeTokenTable
  organisation: OrganisationTable
  organisation_config: OrganisationConfigTable
  outbox_mail: OutboxMailTable
  rejected_report: RejectedReportTable
  report_config: ReportConfigTable
  role: RoleTable
  session: SessionTable
  tracker: TrackerTable
  tracker_event: TrackerEventTable
  tracker_state: TrackerStateTable
  user_account: UserAccountTable
  user_config: UserConfigTable
  website: WebsiteTable
}
