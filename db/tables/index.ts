import { AddressConfirmation } from './address_confirmation.ts'
import { Alert } from './alert.ts'
import { AlertCount } from './alert_count.ts'
import { AlertJob } from './alert_job.ts'
import { Attempt } from './attempt.ts'
import { AuditLog } from './audit_log.ts'
import { Boundary } from './boundary.ts'
import { BoundaryPart } from './boundary_part.ts'
import { BoundaryTracker } from './boundary_tracker.ts'
import { DataLock } from './data_lock.ts'
import type { KyselyTable } from './define_table.ts'
import { Enquiry } from './enquiry.ts'
import { Gateway } from './gateway.ts'
import { Guess } from './guess.ts'
import { HeldAlert } from './held_alert.ts'
import { IdempotencyKey } from './idempotency_key.ts'
import { Invitation } from './invitation.ts'
import { Location } from './location.ts'
import { Membership } from './membership.ts'
import { Message } from './message.ts'
import { MessageDelivery } from './message_delivery.ts'
import { MessageTemplate } from './message_template.ts'
import { MigrationChecksum } from './migration_checksum.ts'
import { Notification } from './notification.ts'
import { OneTimeToken } from './one_time_token.ts'
import { Organisation } from './organisation.ts'
import { OrganisationConfig } from './organisation_config.ts'
import { OrganisationQuota } from './organisation_quota.ts'
import { OutboxMail } from './outbox_mail.ts'
import { PhoneCode } from './phone_code.ts'
import { PushSubscription } from './push_subscription.ts'
import { Recipient } from './recipient.ts'
import { RejectedReport } from './rejected_report.ts'
import { ReminderMessage } from './reminder_message.ts'
import { ReportConfig } from './report_config.ts'
import { Role } from './role.ts'
import { SendCount } from './send_count.ts'
import { Session } from './session.ts'
import { ShareLink } from './share_link.ts'
import { SignInOrigin } from './sign_in_origin.ts'
import { Tracker } from './tracker.ts'
import { TrackerCommand } from './tracker_command.ts'
import { TrackerEvent } from './tracker_event.ts'
import { TrackerPresence } from './tracker_presence.ts'
import { TrackerState } from './tracker_state.ts'
import { UnknownDevice } from './unknown_device.ts'
import { UserAccount } from './user_account.ts'
import { UserConfig } from './user_config.ts'
import { UserTrackerConfig } from './user_tracker_config.ts'
import { Website } from './website.ts'

/** Every table. A test holds them against the real database. */
export const tables = [
  AddressConfirmation,
  Alert,
  AlertCount,
  AlertJob,
  Attempt,
  AuditLog,
  Boundary,
  BoundaryPart,
  BoundaryTracker,
  DataLock,
  Enquiry,
  Gateway,
  Guess,
  HeldAlert,
  IdempotencyKey,
  Invitation,
  Location,
  Membership,
  Message,
  MessageDelivery,
  MessageTemplate,
  MigrationChecksum,
  Notification,
  OneTimeToken,
  Organisation,
  OrganisationConfig,
  OrganisationQuota,
  OutboxMail,
  PhoneCode,
  PushSubscription,
  Recipient,
  RejectedReport,
  ReminderMessage,
  ReportConfig,
  Role,
  SendCount,
  Session,
  ShareLink,
  SignInOrigin,
  Tracker,
  TrackerCommand,
  TrackerEvent,
  TrackerPresence,
  TrackerState,
  UnknownDevice,
  UserAccount,
  UserConfig,
  UserTrackerConfig,
  Website,
] as const

type Tables = { [T in (typeof tables)[number] as T['name']]: KyselyTable<T> }

/** The tables by name, as Kysely wants them. An interface, so that the compiler works it out once. */
export interface Database extends Tables {}
