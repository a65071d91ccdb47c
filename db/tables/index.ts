import { AddressConfirmation, type AddressConfirmationTable } from './address_confirmation.ts'
import { Alert, type AlertTable } from './alert.ts'
import { AlertCount, type AlertCountTable } from './alert_count.ts'
import { AlertJob, type AlertJobTable } from './alert_job.ts'
import { Attempt, type AttemptTable } from './attempt.ts'
import { AuditLog, type AuditLogTable } from './audit_log.ts'
import { Boundary, type BoundaryTable } from './boundary.ts'
import { BoundaryPart, type BoundaryPartTable } from './boundary_part.ts'
import { BoundaryTracker, type BoundaryTrackerTable } from './boundary_tracker.ts'
import { DataLock, type DataLockTable } from './data_lock.ts'
import { Enquiry, type EnquiryTable } from './enquiry.ts'
import { Gateway, type GatewayTable } from './gateway.ts'
import { Guess, type GuessTable } from './guess.ts'
import { HeldAlert, type HeldAlertTable } from './held_alert.ts'
import { IdempotencyKey, type IdempotencyKeyTable } from './idempotency_key.ts'
import { Invitation, type InvitationTable } from './invitation.ts'
import { Location, type LocationTable } from './location.ts'
import { Membership, type MembershipTable } from './membership.ts'
import { Message, type MessageTable } from './message.ts'
import { MessageDelivery, type MessageDeliveryTable } from './message_delivery.ts'
import { MessageTemplate, type MessageTemplateTable } from './message_template.ts'
import { MigrationChecksum, type MigrationChecksumTable } from './migration_checksum.ts'
import { Notification, type NotificationTable } from './notification.ts'
import { OneTimeToken, type OneTimeTokenTable } from './one_time_token.ts'
import { Organisation, type OrganisationTable } from './organisation.ts'
import { OrganisationConfig, type OrganisationConfigTable } from './organisation_config.ts'
import { OrganisationQuota, type OrganisationQuotaTable } from './organisation_quota.ts'
import { OutboxMail, type OutboxMailTable } from './outbox_mail.ts'
import { PhoneCode, type PhoneCodeTable } from './phone_code.ts'
import { PushSubscription, type PushSubscriptionTable } from './push_subscription.ts'
import { Recipient, type RecipientTable } from './recipient.ts'
import { RejectedReport, type RejectedReportTable } from './rejected_report.ts'
import { ReminderMessage, type ReminderMessageTable } from './reminder_message.ts'
import { ReportConfig, type ReportConfigTable } from './report_config.ts'
import { Role, type RoleTable } from './role.ts'
import { SendCount, type SendCountTable } from './send_count.ts'
import { Session, type SessionTable } from './session.ts'
import { ShareLink, type ShareLinkTable } from './share_link.ts'
import { SignInOrigin, type SignInOriginTable } from './sign_in_origin.ts'
import { Tracker, type TrackerTable } from './tracker.ts'
import { TrackerCommand, type TrackerCommandTable } from './tracker_command.ts'
import { TrackerEvent, type TrackerEventTable } from './tracker_event.ts'
import { TrackerPresence, type TrackerPresenceTable } from './tracker_presence.ts'
import { TrackerState, type TrackerStateTable } from './tracker_state.ts'
import { UnknownDevice, type UnknownDeviceTable } from './unknown_device.ts'
import { UserAccount, type UserAccountTable } from './user_account.ts'
import { UserConfig, type UserConfigTable } from './user_config.ts'
import { UserTrackerConfig, type UserTrackerConfigTable } from './user_tracker_config.ts'
import { Website, type WebsiteTable } from './website.ts'

/** Every table's row, by the table's name. A test holds these against the real database. */
export const tables = {
  address_confirmation: AddressConfirmation,
  alert: Alert,
  alert_count: AlertCount,
  alert_job: AlertJob,
  attempt: Attempt,
  audit_log: AuditLog,
  boundary: Boundary,
  boundary_part: BoundaryPart,
  boundary_tracker: BoundaryTracker,
  data_lock: DataLock,
  enquiry: Enquiry,
  gateway: Gateway,
  guess: Guess,
  held_alert: HeldAlert,
  idempotency_key: IdempotencyKey,
  invitation: Invitation,
  location: Location,
  membership: Membership,
  message: Message,
  message_delivery: MessageDelivery,
  message_template: MessageTemplate,
  migration_checksum: MigrationChecksum,
  notification: Notification,
  one_time_token: OneTimeToken,
  organisation: Organisation,
  organisation_config: OrganisationConfig,
  organisation_quota: OrganisationQuota,
  outbox_mail: OutboxMail,
  phone_code: PhoneCode,
  push_subscription: PushSubscription,
  recipient: Recipient,
  rejected_report: RejectedReport,
  reminder_message: ReminderMessage,
  report_config: ReportConfig,
  role: Role,
  send_count: SendCount,
  session: Session,
  share_link: ShareLink,
  sign_in_origin: SignInOrigin,
  tracker: Tracker,
  tracker_command: TrackerCommand,
  tracker_event: TrackerEvent,
  tracker_presence: TrackerPresence,
  tracker_state: TrackerState,
  unknown_device: UnknownDevice,
  user_account: UserAccount,
  user_config: UserConfig,
  user_tracker_config: UserTrackerConfig,
  website: Website,
} as const

export interface Database {
  address_confirmation: AddressConfirmationTable
  alert: AlertTable
  alert_count: AlertCountTable
  alert_job: AlertJobTable
  attempt: AttemptTable
  audit_log: AuditLogTable
  boundary: BoundaryTable
  boundary_part: BoundaryPartTable
  boundary_tracker: BoundaryTrackerTable
  data_lock: DataLockTable
  enquiry: EnquiryTable
  gateway: GatewayTable
  guess: GuessTable
  held_alert: HeldAlertTable
  idempotency_key: IdempotencyKeyTable
  invitation: InvitationTable
  location: LocationTable
  membership: MembershipTable
  message: MessageTable
  message_delivery: MessageDeliveryTable
  message_template: MessageTemplateTable
  migration_checksum: MigrationChecksumTable
  notification: NotificationTable
  one_time_token: OneTimeTokenTable
  organisation: OrganisationTable
  organisation_config: OrganisationConfigTable
  organisation_quota: OrganisationQuotaTable
  outbox_mail: OutboxMailTable
  phone_code: PhoneCodeTable
  push_subscription: PushSubscriptionTable
  recipient: RecipientTable
  rejected_report: RejectedReportTable
  reminder_message: ReminderMessageTable
  report_config: ReportConfigTable
  role: RoleTable
  send_count: SendCountTable
  session: SessionTable
  share_link: ShareLinkTable
  sign_in_origin: SignInOriginTable
  tracker: TrackerTable
  tracker_command: TrackerCommandTable
  tracker_event: TrackerEventTable
  tracker_presence: TrackerPresenceTable
  tracker_state: TrackerStateTable
  unknown_device: UnknownDeviceTable
  user_account: UserAccountTable
  user_config: UserConfigTable
  user_tracker_config: UserTrackerConfigTable
  website: WebsiteTable
}
