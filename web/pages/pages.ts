import type { ComponentType } from 'react'
import type { TextDomain } from '../i18n.ts'

/** Every page, and who may see it. Each is loaded when it is first gone to, with the texts of its domains. */

export const open = {
  '/app': { texts: ['site'], load: async () => (await import('./WelcomePage.tsx')).WelcomePage },
  '/static': { texts: ['site'], load: async () => (await import('./WelcomePage.tsx')).WelcomePage },
  '/app/signout': { texts: [], load: async () => (await import('../accounts/SignOutPage.tsx')).SignOutPage },
  '/app/contact': { texts: ['site'], load: async () => (await import('./ContactPage.tsx')).ContactPage },
  '/app/about': { texts: ['site'], load: async () => (await import('./AboutPage.tsx')).AboutPage },
  '/app/help': { texts: ['tracking', 'site'], load: async () => (await import('./HelpPage.tsx')).HelpPage },
  '/app/privacy': { texts: ['site'], load: async () => (await import('./PrivacyPage.tsx')).PrivacyPage },
  '/app/terms': { texts: ['site'], load: async () => (await import('./TermsPage.tsx')).TermsPage },
  '/app/forbidden': { texts: [], load: async () => (await import('./ForbiddenPage.tsx')).ForbiddenPage },
  '/app/map': { texts: ['tracking'], load: async () => (await import('../replay/MapOrReplay.tsx')).MapOrReplay },
  '/app/settings': {
    texts: ['tracking', 'people', 'messaging'],
    load: async () => (await import('../settings/SettingsPage.tsx')).SettingsPage,
  },
  '/app/register': { texts: ['people'], load: async () => (await import('../accounts/RegisterPage.tsx')).RegisterPage },
  '/app/register/email': {
    texts: ['people'],
    load: async () => (await import('../accounts/MailSentPages.tsx')).RegisterEmailPage,
  },
  '/app/register/token': {
    texts: ['people'],
    load: async () => (await import('../accounts/RegisterTokenPage.tsx')).RegisterTokenPage,
  },
  '/app/register/thanks': {
    texts: ['people'],
    load: async () => (await import('../accounts/ThanksPages.tsx')).RegisterThanksPage,
  },
  '/app/password/reset': {
    texts: ['people'],
    load: async () => (await import('../accounts/PasswordResetPage.tsx')).PasswordResetPage,
  },
  '/app/password/email': {
    texts: ['people'],
    load: async () => (await import('../accounts/MailSentPages.tsx')).PasswordEmailPage,
  },
  '/app/password/token': {
    texts: ['people'],
    load: async () => (await import('../accounts/PasswordTokenPage.tsx')).PasswordTokenPage,
  },
  '/app/password/thanks': {
    texts: ['people'],
    load: async () => (await import('../accounts/ThanksPages.tsx')).PasswordThanksPage,
  },
  '/app/email/token': {
    texts: ['people'],
    load: async () => (await import('../accounts/EmailTokenPage.tsx')).EmailTokenPage,
  },
  '/app/invitation': {
    texts: ['people'],
    load: async () => (await import('../accounts/InvitationPage.tsx')).InvitationPage,
  },
  '/app/share/:token': { texts: ['tracking'], load: async () => (await import('../share/SharePage.tsx')).SharePage },
} satisfies Pages

export const requiresAuth = {
  '/app/home': { texts: ['tracking'], load: async () => (await import('./HomePage.tsx')).HomePage },
  '/app/admin': { texts: ['tracking'], load: async () => (await import('./HomePage.tsx')).HomePage },
  '/app/trackers': {
    texts: ['tracking'],
    load: async () => (await import('../trackers/TrackersPage.tsx')).TrackersPage,
  },
  '/app/boundaries': {
    texts: ['tracking'],
    load: async () => (await import('../boundaries/BoundariesPage.tsx')).BoundariesPage,
  },
  '/app/boundary/edit': {
    texts: ['tracking'],
    load: async () => (await import('../boundaries/BoundaryEditPage.tsx')).BoundaryEditPage,
  },
  '/app/tracker': { texts: ['tracking'], load: async () => (await import('../trackers/TrackerPage.tsx')).TrackerPage },
  '/app/tracker/edit': {
    texts: ['tracking'],
    load: async () => (await import('../trackers/TrackerEditPage.tsx')).TrackerEditPage,
  },
  '/app/trackerevents': {
    texts: ['tracking'],
    load: async () => (await import('../history/HistoryPage.tsx')).HistoryPage,
  },
  '/app/trackerevent': { texts: ['tracking'], load: async () => (await import('../history/EventPage.tsx')).EventPage },
  '/app/replay': { texts: ['tracking'], load: async () => (await import('../replay/ReplayPage.tsx')).ReplayPage },
  '/app/messages': {
    texts: ['messaging'],
    load: async () => (await import('../messages/MessagesPage.tsx')).MessagesPage,
  },
  '/app/message': { texts: ['messaging'], load: async () => (await import('../messages/MessagePage.tsx')).MessagePage },
  '/app/profile/edit': {
    texts: ['people'],
    load: async () => (await import('../settings/ProfilePage.tsx')).ProfilePage,
  },
  '/app/organisation/admin': {
    texts: ['people', 'organisations', 'messaging'],
    load: async () => (await import('../organisation/OrganisationPage.tsx')).OrganisationPage,
  },
} satisfies Pages

export const requiresAdmin = {
  '/app/users/admin': { texts: ['people'], load: async () => (await import('../people/UsersPage.tsx')).UsersPage },
  '/app/user/admin': { texts: ['people'], load: async () => (await import('../people/UserPage.tsx')).UserPage },
  '/app/settings/admin': {
    texts: ['tracking', 'people', 'organisations', 'messaging', 'site'],
    load: async () => (await import('../platform/AdminSettingsPage.tsx')).AdminSettingsPage,
  },
  '/app/website/admin': {
    texts: ['site'],
    load: async () => (await import('../platform/WebsitePage.tsx')).WebsitePage,
  },
  '/app/enquiries/admin': {
    texts: ['site'],
    load: async () => (await import('../platform/EnquiriesPage.tsx')).EnquiriesPage,
  },
  '/app/enquiry/admin': {
    texts: ['site'],
    load: async () => (await import('../platform/EnquiryPage.tsx')).EnquiryPage,
  },
  '/app/messages/admin': {
    texts: ['messaging'],
    load: async () => (await import('../platform/AllMessagesPage.tsx')).AllMessagesPage,
  },
  '/app/messagetemplates/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messages/TemplatesPage.tsx')).TemplatesPage,
  },
  '/app/messagetemplate/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messages/TemplatePage.tsx')).TemplatePage,
  },
  '/app/recipients/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messages/RecipientsPage.tsx')).RecipientsPage,
  },
  '/app/remindermessages/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messages/RemindersPage.tsx')).RemindersPage,
  },
  '/app/remindermessage/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messages/ReminderPage.tsx')).ReminderPage,
  },
} satisfies Pages

export const requiresPlatformAdmin = {
  '/app/organisations/admin': {
    texts: ['organisations'],
    load: async () => (await import('../organisation/OrganisationsPage.tsx')).OrganisationsPage,
  },
  '/app/notifications/admin': {
    texts: ['messaging'],
    load: async () => (await import('../notices/NotificationsPage.tsx')).NotificationsPage,
  },
  '/app/notification/admin': {
    texts: ['messaging'],
    load: async () => (await import('../notices/NotificationPage.tsx')).NotificationPage,
  },
  '/app/outbox/admin': {
    texts: ['messaging'],
    load: async () => (await import('../platform/OutboxPage.tsx')).OutboxPage,
  },
  '/app/unknowndevices/admin': {
    texts: ['tracking'],
    load: async () => (await import('../platform/UnknownDevicesPage.tsx')).UnknownDevicesPage,
  },
} satisfies Pages

export type Pages = Record<string, { texts: readonly TextDomain[]; load: () => Promise<ComponentType> }>
