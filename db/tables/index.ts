import { Account } from './billing/account.ts'
import { BillingConfig } from './billing/billing_config.ts'
import { BrandingTheme } from './billing/branding_theme.ts'
import { Contact } from './billing/contact.ts'
import { Currency } from './billing/currency.ts'
import { Invoice } from './billing/invoice.ts'
import { InvoiceCounter } from './billing/invoice_counter.ts'
import { InvoiceLine } from './billing/invoice_line.ts'
import { Product } from './billing/product.ts'
import { ProviderAuthorisation } from './billing/provider_authorisation.ts'
import { ProviderConnection } from './billing/provider_connection.ts'
import { ProviderEvent } from './billing/provider_event.ts'
import { ProviderOutbox } from './billing/provider_outbox.ts'
import { ProviderRate } from './billing/provider_rate.ts'
import { ProviderReference } from './billing/provider_reference.ts'
import { Subscription } from './billing/subscription.ts'
import { SubscriptionReminder } from './billing/subscription_reminder.ts'
import { TaxRate } from './billing/tax_rate.ts'
import { Transaction } from './billing/transaction.ts'
import { CpdAuditDraw } from './cpd/cpd_audit_draw.ts'
import { CpdReminder } from './cpd/cpd_reminder.ts'
import { CpdReport } from './cpd/cpd_report.ts'
import { CpdRule } from './cpd/cpd_rule.ts'
import { CpdSnapshot } from './cpd/cpd_snapshot.ts'
import { CpdStandard } from './cpd/cpd_standard.ts'
import { Devactivity } from './cpd/devactivity.ts'
import { DevactivityCredit } from './cpd/devactivity_credit.ts'
import { DevactivityGoal } from './cpd/devactivity_goal.ts'
import { Devcategory } from './cpd/devcategory.ts'
import { Devcycle } from './cpd/devcycle.ts'
import { Devform } from './cpd/devform.ts'
import { Devformtemplate } from './cpd/devformtemplate.ts'
import { Devgoal } from './cpd/devgoal.ts'
import { Devgoalprogress } from './cpd/devgoalprogress.ts'
import { Devplan } from './cpd/devplan.ts'
import { DevplanReport } from './cpd/devplan_report.ts'
import { Devqualification } from './cpd/devqualification.ts'
import { Devwaiver } from './cpd/devwaiver.ts'
import { Procedure } from './cpd/procedure.ts'
import { ProcedureTerm } from './cpd/procedure_term.ts'
import { Userrelationship } from './cpd/userrelationship.ts'
import type { KyselyTable } from './define_table.ts'
import { Attachment } from './files/attachment.ts'
import { File } from './files/file.ts'
import { FileContent } from './files/file_content.ts'
import { FileEvidence } from './files/file_evidence.ts'
import { FileReservation } from './files/file_reservation.ts'
import { Job } from './files/job.ts'
import { KeptDocument } from './files/kept_document.ts'
import { AddressConfirmation } from './messaging/address_confirmation.ts'
import { Message } from './messaging/message.ts'
import { MessageDelivery } from './messaging/message_delivery.ts'
import { MessageTemplate } from './messaging/message_template.ts'
import { Newsletter } from './messaging/newsletter.ts'
import { Notification } from './messaging/notification.ts'
import { OutboxMail } from './messaging/outbox_mail.ts'
import { PushSubscription } from './messaging/push_subscription.ts'
import { Recipient } from './messaging/recipient.ts'
import { ReminderMessage } from './messaging/reminder_message.ts'
import { SendCount } from './messaging/send_count.ts'
import { AuditLog } from './organisations/audit_log.ts'
import { DataLock } from './organisations/data_lock.ts'
import { Organisation } from './organisations/organisation.ts'
import { OrganisationConfig } from './organisations/organisation_config.ts'
import { OrganisationHold } from './organisations/organisation_hold.ts'
import { OrganisationImport } from './organisations/organisation_import.ts'
import { OrganisationQuota } from './organisations/organisation_quota.ts'
import { OrganisationSkeleton } from './organisations/organisation_skeleton.ts'
import { AddressChange } from './people/address_change.ts'
import { Attempt } from './people/attempt.ts'
import { EndedInvitation } from './people/ended_invitation.ts'
import { Guess } from './people/guess.ts'
import { Invitation } from './people/invitation.ts'
import { Membership } from './people/membership.ts'
import { OneTimeToken } from './people/one_time_token.ts'
import { PhoneCode } from './people/phone_code.ts'
import { RefreshToken } from './people/refresh_token.ts'
import { Role } from './people/role.ts'
import { Session } from './people/session.ts'
import { SignInOrigin } from './people/sign_in_origin.ts'
import { Signature } from './people/signature.ts'
import { UserAccount } from './people/user_account.ts'
import { UserConfig } from './people/user_config.ts'
import { UserTrackerConfig } from './people/user_tracker_config.ts'
import { Basemap } from './site/basemap.ts'
import { EncryptionKey } from './site/encryption_key.ts'
import { Enquiry } from './site/enquiry.ts'
import { Faq } from './site/faq.ts'
import { IdempotencyKey } from './site/idempotency_key.ts'
import { Installation } from './site/installation.ts'
import { MigrationChecksum } from './site/migration_checksum.ts'
import { OrganisationWebsite } from './site/organisation_website.ts'
import { PageContent } from './site/page_content.ts'
import { PageContentVersion } from './site/page_content_version.ts'
import { Website } from './site/website.ts'
import { Alert } from './tracking/alert.ts'
import { AlertCount } from './tracking/alert_count.ts'
import { AlertJob } from './tracking/alert_job.ts'
import { EventArchive } from './tracking/archive/event_archive.ts'
import { EventArchiveChange } from './tracking/archive/event_archive_change.ts'
import { EventArchiveLate } from './tracking/archive/event_archive_late.ts'
import { EventArchiveLease } from './tracking/archive/event_archive_lease.ts'
import { EventArchivePartition } from './tracking/archive/event_archive_partition.ts'
import { EventArchiveRemoval } from './tracking/archive/event_archive_removal.ts'
import { EventArchiveUnused } from './tracking/archive/event_archive_unused.ts'
import { EventArchiveVersion } from './tracking/archive/event_archive_version.ts'
import { Boundary } from './tracking/boundary.ts'
import { BoundaryBreach } from './tracking/boundary_breach.ts'
import { BoundaryPart } from './tracking/boundary_part.ts'
import { BoundaryTracker } from './tracking/boundary_tracker.ts'
import { Gateway } from './tracking/gateway.ts'
import { HeldAlert } from './tracking/held_alert.ts'
import { Location } from './tracking/location.ts'
import { RejectedReport } from './tracking/rejected_report.ts'
import { ReportConfig } from './tracking/report_config.ts'
import { ReportForward } from './tracking/report_forward.ts'
import { ReportForwardItem } from './tracking/report_forward_item.ts'
import { ShareLink } from './tracking/share_link.ts'
import { Tracker } from './tracking/tracker.ts'
import { TrackerCommand } from './tracking/tracker_command.ts'
import { TrackerEvent } from './tracking/tracker_event.ts'
import { TrackerPresence } from './tracking/tracker_presence.ts'
import { TrackerState } from './tracking/tracker_state.ts'
import { UnknownDevice } from './tracking/unknown_device.ts'

/** Every table. A test holds them against the real database. */
export const tables = [
  AddressChange,
  AddressConfirmation,
  Alert,
  AlertCount,
  AlertJob,
  Attachment,
  Attempt,
  AuditLog,
  Basemap,
  Boundary,
  BoundaryBreach,
  BoundaryPart,
  BoundaryTracker,
  CpdAuditDraw,
  CpdReminder,
  CpdReport,
  CpdRule,
  CpdSnapshot,
  CpdStandard,
  Devactivity,
  DevactivityCredit,
  DevactivityGoal,
  Devcategory,
  Devcycle,
  Devform,
  Devformtemplate,
  Devgoal,
  Devgoalprogress,
  Devplan,
  DevplanReport,
  Devqualification,
  Devwaiver,
  Procedure,
  ProcedureTerm,
  Userrelationship,
  DataLock,
  EncryptionKey,
  Enquiry,
  Faq,
  EventArchive,
  EventArchiveChange,
  EventArchiveLate,
  EventArchiveLease,
  EventArchivePartition,
  EventArchiveRemoval,
  EventArchiveUnused,
  EventArchiveVersion,
  File,
  FileContent,
  FileEvidence,
  KeptDocument,
  FileReservation,
  Gateway,
  Guess,
  HeldAlert,
  IdempotencyKey,
  Installation,
  EndedInvitation,
  Invitation,
  Job,
  Location,
  Membership,
  Message,
  MessageDelivery,
  MessageTemplate,
  MigrationChecksum,
  Newsletter,
  Notification,
  OneTimeToken,
  Organisation,
  OrganisationConfig,
  OrganisationHold,
  OrganisationImport,
  OrganisationSkeleton,
  OrganisationQuota,
  OutboxMail,
  PageContent,
  PageContentVersion,
  PhoneCode,
  PushSubscription,
  Recipient,
  RejectedReport,
  ReminderMessage,
  ReportConfig,
  ReportForward,
  ReportForwardItem,
  RefreshToken,
  Role,
  SendCount,
  Session,
  ShareLink,
  Signature,
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
  OrganisationWebsite,
  Website,
  Account,
  BillingConfig,
  BrandingTheme,
  Contact,
  Currency,
  Invoice,
  InvoiceCounter,
  InvoiceLine,
  Product,
  ProviderAuthorisation,
  ProviderConnection,
  ProviderEvent,
  ProviderOutbox,
  ProviderRate,
  ProviderReference,
  Subscription,
  SubscriptionReminder,
  TaxRate,
  Transaction,
] as const

type Tables = { [T in (typeof tables)[number] as T['name']]: KyselyTable<T> }

/** The tables by name, as Kysely wants them. An interface, so that the compiler works it out once. */
export interface Database extends Tables {}
