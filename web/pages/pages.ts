import type { ComponentType } from 'react'

/** Every page, and who may see it. Each is loaded when it is first gone to. */

export const open = {
  '/app': async () => (await import('./WelcomePage.tsx')).WelcomePage,
  '/static': async () => (await import('./WelcomePage.tsx')).WelcomePage,
  '/app/signout': async () => (await import('../accounts/SignOutPage.tsx')).SignOutPage,
  '/app/contact': async () => (await import('./ContactPage.tsx')).ContactPage,
  '/app/about': async () => (await import('./AboutPage.tsx')).AboutPage,
  '/app/help': async () => (await import('./HelpPage.tsx')).HelpPage,
  '/app/privacy': async () => (await import('./PrivacyPage.tsx')).PrivacyPage,
  '/app/terms': async () => (await import('./TermsPage.tsx')).TermsPage,
  '/app/forbidden': async () => (await import('./ForbiddenPage.tsx')).ForbiddenPage,
  '/app/map': async () => (await import('../replay/MapOrReplay.tsx')).MapOrReplay,
  '/app/settings': async () => (await import('../settings/SettingsPage.tsx')).SettingsPage,
  '/app/register': async () => (await import('../accounts/RegisterPage.tsx')).RegisterPage,
  '/app/register/email': async () => (await import('../accounts/MailSentPages.tsx')).RegisterEmailPage,
  '/app/register/token': async () => (await import('../accounts/RegisterTokenPage.tsx')).RegisterTokenPage,
  '/app/register/thanks': async () => (await import('../accounts/ThanksPages.tsx')).RegisterThanksPage,
  '/app/password/reset': async () => (await import('../accounts/PasswordResetPage.tsx')).PasswordResetPage,
  '/app/password/email': async () => (await import('../accounts/MailSentPages.tsx')).PasswordEmailPage,
  '/app/password/token': async () => (await import('../accounts/PasswordTokenPage.tsx')).PasswordTokenPage,
  '/app/password/thanks': async () => (await import('../accounts/ThanksPages.tsx')).PasswordThanksPage,
  '/app/email/token': async () => (await import('../accounts/EmailTokenPage.tsx')).EmailTokenPage,
  '/app/invitation': async () => (await import('../accounts/InvitationPage.tsx')).InvitationPage,
  '/app/share/:token': async () => (await import('../share/SharePage.tsx')).SharePage,
} satisfies Pages

export const requiresAuth = {
  '/app/home': async () => (await import('./HomePage.tsx')).HomePage,
  '/app/admin': async () => (await import('./HomePage.tsx')).HomePage,
  '/app/trackers': async () => (await import('../trackers/TrackersPage.tsx')).TrackersPage,
  '/app/boundaries': async () => (await import('../boundaries/BoundariesPage.tsx')).BoundariesPage,
  '/app/boundary/edit': async () => (await import('../boundaries/BoundaryEditPage.tsx')).BoundaryEditPage,
  '/app/tracker': async () => (await import('../trackers/TrackerPage.tsx')).TrackerPage,
  '/app/tracker/edit': async () => (await import('../trackers/TrackerEditPage.tsx')).TrackerEditPage,
  '/app/trackerevents': async () => (await import('../history/HistoryPage.tsx')).HistoryPage,
  '/app/trackerevent': async () => (await import('../history/EventPage.tsx')).EventPage,
  '/app/replay': async () => (await import('../replay/ReplayPage.tsx')).ReplayPage,
  '/app/messages': async () => (await import('../messages/MessagesPage.tsx')).MessagesPage,
  '/app/message': async () => (await import('../messages/MessagePage.tsx')).MessagePage,
  '/app/profile/edit': async () => (await import('../settings/ProfilePage.tsx')).ProfilePage,
  '/app/organisation/admin': async () => (await import('../organisation/OrganisationPage.tsx')).OrganisationPage,
} satisfies Pages

export const requiresAdmin = {
  '/app/users/admin': async () => (await import('../people/UsersPage.tsx')).UsersPage,
  '/app/user/admin': async () => (await import('../people/UserPage.tsx')).UserPage,
  '/app/settings/admin': async () => (await import('../platform/AdminSettingsPage.tsx')).AdminSettingsPage,
  '/app/website/admin': async () => (await import('../platform/WebsitePage.tsx')).WebsitePage,
  '/app/enquiries/admin': async () => (await import('../platform/EnquiriesPage.tsx')).EnquiriesPage,
  '/app/enquiry/admin': async () => (await import('../platform/EnquiryPage.tsx')).EnquiryPage,
  '/app/messages/admin': async () => (await import('../platform/AllMessagesPage.tsx')).AllMessagesPage,
  '/app/messagetemplates/admin': async () => (await import('../messages/TemplatesPage.tsx')).TemplatesPage,
  '/app/messagetemplate/admin': async () => (await import('../messages/TemplatePage.tsx')).TemplatePage,
  '/app/recipients/admin': async () => (await import('../messages/RecipientsPage.tsx')).RecipientsPage,
  '/app/remindermessages/admin': async () => (await import('../messages/RemindersPage.tsx')).RemindersPage,
  '/app/remindermessage/admin': async () => (await import('../messages/ReminderPage.tsx')).ReminderPage,
} satisfies Pages

export const requiresPlatformAdmin = {
  '/app/organisations/admin': async () => (await import('../organisation/OrganisationsPage.tsx')).OrganisationsPage,
  '/app/notifications/admin': async () => (await import('../notices/NotificationsPage.tsx')).NotificationsPage,
  '/app/notification/admin': async () => (await import('../notices/NotificationPage.tsx')).NotificationPage,
  '/app/outbox/admin': async () => (await import('../platform/OutboxPage.tsx')).OutboxPage,
  '/app/unknowndevices/admin': async () => (await import('../platform/UnknownDevicesPage.tsx')).UnknownDevicesPage,
} satisfies Pages

export const hasPage = (path: string) =>
  [open, requiresAuth, requiresAdmin, requiresPlatformAdmin].some((pages) => path in pages)

type Pages = Record<string, () => Promise<ComponentType>>
