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
} satisfies Pages

export const requiresAuth = {
  '/app/home': async () => (await import('./HomePage.tsx')).HomePage,
  '/app/admin': async () => (await import('./HomePage.tsx')).HomePage,
  '/app/map': async () => (await import('./MapPage.tsx')).MapPage,
  '/app/trackers': async () => (await import('../trackers/TrackersPage.tsx')).TrackersPage,
  '/app/boundaries': async () => (await import('../boundaries/BoundariesPage.tsx')).BoundariesPage,
  '/app/boundary/edit': async () => (await import('../boundaries/BoundaryEditPage.tsx')).BoundaryEditPage,
  '/app/tracker/edit': async () => (await import('../trackers/TrackerEditPage.tsx')).TrackerEditPage,
  '/app/trackerevents': async () => (await import('../history/HistoryPage.tsx')).HistoryPage,
  '/app/trackerevent': async () => (await import('../history/EventPage.tsx')).EventPage,
  '/app/replay': async () => (await import('../replay/ReplayPage.tsx')).ReplayPage,
} satisfies Pages

export const requiresAdmin = {
  '/app/users/admin': async () => (await import('../people/UsersPage.tsx')).UsersPage,
} satisfies Pages

export const requiresPlatformAdmin = {} satisfies Pages

export const hasPage = (path: string) =>
  [open, requiresAuth, requiresAdmin, requiresPlatformAdmin].some((pages) => path in pages)

type Pages = Record<string, () => Promise<ComponentType>>
