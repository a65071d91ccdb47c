import * as billing from './pages/billing.ts'
import * as cpd from './pages/cpd.ts'
import type { Pages } from './pages/entry.ts'

/** All pages, by who may see them. Each is loaded on first visit, with the texts of its domains. */

export const open = {
  '/app': { texts: ['site'], load: async () => (await import('../site/pages/WelcomePage.tsx')).WelcomePage },
  '/static': { texts: ['site'], load: async () => (await import('../site/pages/WelcomePage.tsx')).WelcomePage },
  '/app/signin/link': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/SignInLinkPage.tsx')).SignInLinkPage,
  },
  '/app/signout': { texts: [], load: async () => (await import('../people/accounts/SignOutPage.tsx')).SignOutPage },
  '/app/contact': { texts: ['site'], load: async () => (await import('../site/pages/ContactPage.tsx')).ContactPage },
  '/app/about': { texts: ['site'], load: async () => (await import('../site/pages/AboutPage.tsx')).AboutPage },
  '/app/help': { texts: ['tracking', 'site'], load: async () => (await import('../site/help/HelpPage.tsx')).HelpPage },
  '/app/update': { texts: ['site'], load: async () => (await import('../site/pages/UpdatePage.tsx')).UpdatePage },
  '/app/demo': { texts: ['site'], load: async () => (await import('../site/pages/DemoPage.tsx')).DemoPage },
  '/app/privacy': { texts: ['site'], load: async () => (await import('../site/pages/PrivacyPage.tsx')).PrivacyPage },
  '/app/terms': { texts: ['site'], load: async () => (await import('../site/pages/TermsPage.tsx')).TermsPage },
  '/app/pricing': { texts: ['site', 'billing'], load: async () => (await import('./PricingPage.tsx')).PricingPage },
  '/app/downloads': {
    texts: ['site'],
    load: async () => (await import('../site/pages/ContentPages.tsx')).DownloadsPage,
  },
  '/app/page/:key': { texts: ['site'], load: async () => (await import('../site/pages/ContentPages.tsx')).AddedPage },
  '/app/forbidden': { texts: [], load: async () => (await import('../site/pages/ForbiddenPage.tsx')).ForbiddenPage },
  '/app/map': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => {
      // Half of the page's bytes: begins now, and not once the session is restored.
      import('../tracking/map/FleetMap.tsx').catch(() => {})
      return (await import('./MapOrReplay.tsx')).MapOrReplay
    },
  },
  '/app/settings': {
    texts: ['tracking', 'people', 'messaging'],
    load: async () => (await import('../people/settings/SettingsPage.tsx')).SettingsPage,
  },
  '/app/register': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/RegisterPage.tsx')).RegisterPage,
  },
  '/app/register/email': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/MailSentPages.tsx')).RegisterEmailPage,
  },
  '/app/register/token': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/RegisterTokenPage.tsx')).RegisterTokenPage,
  },
  '/app/register/thanks': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/ThanksPages.tsx')).RegisterThanksPage,
  },
  '/app/password/reset': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/PasswordResetPage.tsx')).PasswordResetPage,
  },
  '/app/password/email': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/MailSentPages.tsx')).PasswordEmailPage,
  },
  '/app/password/token': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/PasswordTokenPage.tsx')).PasswordTokenPage,
  },
  '/app/password/thanks': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/ThanksPages.tsx')).PasswordThanksPage,
  },
  '/app/email/token': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/EmailTokenPage.tsx')).EmailTokenPage,
  },
  '/app/email/waiting': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/AddressWaitingPage.tsx')).AddressWaitingPage,
  },
  '/app/invitation': {
    texts: ['people'],
    load: async () => (await import('../people/accounts/InvitationPage.tsx')).InvitationPage,
  },
  '/app/share/:token': {
    texts: ['tracking'],
    load: async () => (await import('../tracking/share/SharePage.tsx')).SharePage,
  },
} satisfies Pages

export const requiresAuth = {
  '/app/home': { texts: ['tracking'], load: async () => (await import('./HomeOrStart.tsx')).HomeOrStart },
  '/app/admin': { texts: ['tracking', 'site'], load: async () => (await import('./AdminOrHome.tsx')).AdminOrHome },
  '/app/trackers': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/trackers/TrackersPage.tsx')).TrackersPage,
  },
  '/app/boundaries': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/boundaries/BoundariesPage.tsx')).BoundariesPage,
  },
  '/app/alerts': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/alerts/AlertsPage.tsx')).AlertsPage,
  },
  '/app/boundary/edit': {
    texts: ['tracking', 'files'],
    feature: 'tracking',
    load: async () => (await import('../tracking/boundaries/BoundaryEditPage.tsx')).BoundaryEditPage,
  },
  '/app/tracker': {
    texts: ['tracking', 'files'],
    feature: 'tracking',
    load: async () => (await import('../tracking/trackers/TrackerPage.tsx')).TrackerPage,
  },
  '/app/tracker/edit': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/trackers/TrackerEditPage.tsx')).TrackerEditPage,
  },
  '/app/trackerevents': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/history/HistoryPage.tsx')).HistoryPage,
  },
  '/app/trackerevent': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/history/EventPage.tsx')).EventPage,
  },
  '/app/replay': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/replay/ReplayPage.tsx')).ReplayPage,
  },
  '/app/locations': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/locations/LocationsPage.tsx')).LocationsPage,
  },
  '/app/location': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/locations/LocationPage.tsx')).LocationPage,
  },
  '/app/reportconfigs': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/reports/ReportsPage.tsx')).ReportsPage,
  },
  '/app/reportconfig': {
    texts: ['tracking'],
    feature: 'tracking',
    load: async () => (await import('../tracking/reports/ReportPage.tsx')).ReportPage,
  },
  '/app/userpermissions': {
    texts: ['people', 'organisations'],
    load: async () => (await import('../people/permissions/PermissionsPage.tsx')).PermissionsPage,
  },
  '/app/files': {
    texts: ['files'],
    feature: 'files',
    load: async () => (await import('../files/browse/FilesPage.tsx')).FilesPage,
  },
  '/app/file': {
    texts: ['files'],
    feature: 'files',
    load: async () => (await import('../files/file/FilePage.tsx')).FilePage,
  },
  '/app/file/edit': {
    texts: ['files'],
    feature: 'files',
    load: async () => (await import('../files/file/FileEditPage.tsx')).FileEditPage,
  },
  '/app/messages': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/messages/MessagesPage.tsx')).MessagesPage,
  },
  '/app/message': {
    texts: ['messaging', 'files'],
    load: async () => (await import('../messaging/messages/MessagePage.tsx')).MessagePage,
  },
  '/app/export': {
    texts: ['people'],
    load: async () => (await import('../people/export/ExportPage.tsx')).ExportPage,
  },
  '/app/profile/edit': {
    texts: ['people'],
    load: async () => (await import('../people/settings/ProfilePage.tsx')).ProfilePage,
  },
  '/app/organisation/admin': {
    texts: ['people', 'organisations', 'messaging', 'site'],
    load: async () => (await import('../organisations/organisation/OrganisationPage.tsx')).OrganisationPage,
  },
  ...cpd.requiresAuth,
  ...billing.requiresAuth,
} satisfies Pages

export const requiresAdmin = {
  '/app/files/admin': {
    texts: ['files'],
    feature: 'files',
    load: async () => (await import('../files/admin/FilesAdminPage.tsx')).FilesAdminPage,
  },
  '/app/jobs/admin': {
    texts: ['files'],
    feature: 'files',
    load: async () => (await import('../files/admin/JobsPage.tsx')).JobsPage,
  },
  '/app/users/admin': {
    texts: ['people'],
    load: async () => (await import('../people/users/UsersPage.tsx')).UsersPage,
  },
  '/app/user/admin': { texts: ['people'], load: async () => (await import('../people/users/UserPage.tsx')).UserPage },
  '/app/settings/admin': {
    texts: ['tracking', 'people', 'organisations', 'messaging', 'site', 'files'],
    load: async () => (await import('../site/settings/AdminSettingsPage.tsx')).AdminSettingsPage,
  },
  '/app/website/admin': {
    texts: ['tracking', 'site'],
    load: async () => (await import('../site/settings/WebsitePage.tsx')).WebsitePage,
  },
  '/app/pagecontents/admin': {
    texts: ['site'],
    load: async () => (await import('../site/content/PageContentsPage.tsx')).PageContentsPage,
  },
  '/app/pagecontent/admin': {
    texts: ['site'],
    load: async () => (await import('../site/content/PageContentPage.tsx')).PageContentPage,
  },
  '/app/faqs/admin': {
    texts: ['site'],
    load: async () => (await import('../site/faqs/FaqsPage.tsx')).FaqsPage,
  },
  '/app/faq/admin': {
    texts: ['site'],
    load: async () => (await import('../site/faqs/FaqPage.tsx')).FaqPage,
  },
  '/app/enquiries/admin': {
    texts: ['site'],
    load: async () => (await import('../site/enquiries/EnquiriesPage.tsx')).EnquiriesPage,
  },
  '/app/enquiry/admin': {
    texts: ['site'],
    load: async () => (await import('../site/enquiries/EnquiryPage.tsx')).EnquiryPage,
  },
  '/app/messages/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/messages/AllMessagesPage.tsx')).AllMessagesPage,
  },
  '/app/messagetemplates/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/templates/TemplatesPage.tsx')).TemplatesPage,
  },
  '/app/messagetemplate/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/templates/TemplatePage.tsx')).TemplatePage,
  },
  '/app/recipients/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/recipients/RecipientsPage.tsx')).RecipientsPage,
  },
  '/app/newsletters/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/newsletters/NewslettersPage.tsx')).NewslettersPage,
  },
  '/app/newsletter/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/newsletters/NewsletterPage.tsx')).NewsletterPage,
  },
  '/app/remindermessages/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/reminders/RemindersPage.tsx')).RemindersPage,
  },
  '/app/remindermessage/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/reminders/ReminderPage.tsx')).ReminderPage,
  },
  ...cpd.requiresAdmin,
  ...billing.requiresAdmin,
} satisfies Pages

export const requiresPlatformAdmin = {
  '/app/organisations/admin': {
    texts: ['organisations'],
    load: async () => (await import('../organisations/organisation/OrganisationsPage.tsx')).OrganisationsPage,
  },
  '/app/notifications/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/notifications/NotificationsPage.tsx')).NotificationsPage,
  },
  '/app/notification/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/notifications/NotificationPage.tsx')).NotificationPage,
  },
  '/app/outbox/admin': {
    texts: ['messaging'],
    load: async () => (await import('../messaging/outbox/OutboxPage.tsx')).OutboxPage,
  },
  '/app/platform/admin': {
    texts: ['site'],
    load: async () => (await import('../site/platform/PlatformPage.tsx')).PlatformPage,
  },
  '/app/basemaps/admin': {
    texts: ['site'],
    load: async () => (await import('../site/basemaps/BasemapsPage.tsx')).BasemapsPage,
  },
  '/app/basemap/admin': {
    texts: ['site'],
    load: async () => (await import('../site/basemaps/BasemapPage.tsx')).BasemapPage,
  },
  '/app/unknowndevices/admin': {
    texts: ['tracking'],
    load: async () => (await import('../tracking/unknown_devices/UnknownDevicesPage.tsx')).UnknownDevicesPage,
  },
} satisfies Pages
