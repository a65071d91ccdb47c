import { type PathsOf, path } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import type { people as texts } from '../locales/en/people.ts'

const pages = {
  open: {
    signInLink: {
      path: path('/app/signin/link'),
      load: async () => (await import('./accounts/SignInLinkPage.tsx')).SignInLinkPage,
    },
    providerSignIn: {
      path: path('/app/signin/provider'),
      load: async () => (await import('./providers/ProviderSignInPage.tsx')).ProviderSignInPage,
    },
    signOut: {
      path: path('/app/signout'),
      texts: [],
      load: async () => (await import('./accounts/SignOutPage.tsx')).SignOutPage,
    },
    register: {
      path: path<{ type?: 'owner' }>('/app/register'),
      load: async () => (await import('./accounts/RegisterPage.tsx')).RegisterPage,
    },
    registerEmail: {
      path: path('/app/register/email'),
      load: async () => (await import('./accounts/MailSentPages.tsx')).RegisterEmailPage,
    },
    registerToken: {
      path: path('/app/register/token'),
      load: async () => (await import('./accounts/RegisterTokenPage.tsx')).RegisterTokenPage,
    },
    registerThanks: {
      path: path('/app/register/thanks'),
      load: async () => (await import('./accounts/ThanksPages.tsx')).RegisterThanksPage,
    },
    passwordReset: {
      path: path('/app/password/reset'),
      load: async () => (await import('./accounts/PasswordResetPage.tsx')).PasswordResetPage,
    },
    passwordEmail: {
      path: path('/app/password/email'),
      load: async () => (await import('./accounts/MailSentPages.tsx')).PasswordEmailPage,
    },
    passwordToken: {
      path: path('/app/password/token'),
      load: async () => (await import('./accounts/PasswordTokenPage.tsx')).PasswordTokenPage,
    },
    passwordThanks: {
      path: path('/app/password/thanks'),
      load: async () => (await import('./accounts/ThanksPages.tsx')).PasswordThanksPage,
    },
    emailToken: {
      path: path('/app/email/token'),
      load: async () => (await import('./accounts/EmailTokenPage.tsx')).EmailTokenPage,
    },
    emailWaiting: {
      path: path('/app/email/waiting'),
      load: async () => (await import('./accounts/AddressWaitingPage.tsx')).AddressWaitingPage,
    },
    invitation: {
      path: path<{ token: string }>('/app/invitation'),
      load: async () => (await import('./accounts/InvitationPage.tsx')).InvitationPage,
    },
  },
  member: {
    permissions: {
      path: path('/app/userpermissions'),
      load: async () => (await import('./permissions/PermissionsPage.tsx')).PermissionsPage,
    },
    exportData: { path: path('/app/export'), load: async () => (await import('./export/ExportPage.tsx')).ExportPage },
    assistantConsent: {
      path: path('/app/assistant'),
      load: async () => (await import('./assistants/ConsentPage.tsx')).ConsentPage,
    },
    profile: {
      path: path('/app/profile/edit'),
      load: async () => (await import('./settings/ProfilePage.tsx')).ProfilePage,
    },
  },
  administrator: {
    users: {
      path: path<{ tab?: string; confirmed?: string; locked?: string; range?: string; everywhere?: string }>(
        '/app/users/admin',
      ),
      load: async () => (await import('./users/UsersPage.tsx')).UsersPage,
    },
    roles: { path: path('/app/roles/admin'), load: async () => (await import('./roles/RolesPage.tsx')).RolesPage },
    role: {
      path: path<{ id?: number }>('/app/role/admin'),
      resource: 'role',
      load: async () => (await import('./roles/RolePage.tsx')).RolePage,
    },
    user: {
      path: path<{ id?: number }>('/app/user/admin'),
      load: async () => (await import('./users/UserPage.tsx')).UserPage,
    },
  },
} as const

/** Accounts, sign-in, users, invitations, profile and preferences. */
export const people: Door = {
  name: 'people',
  areas: { people: ['users', 'user', 'roles', 'role'] },
  pages,
  menu: [
    { page: 'signIn', label: 'signIn', icon: 'signIn', section: 'guest' },
    { page: 'register', label: 'register', icon: 'register', section: 'guest', registers: true },
    { page: 'settings', label: 'settings', icon: 'settings', section: 'end', only: 'user' },
    { page: 'adminSettings', label: 'mySettings', icon: 'settings', section: 'end', only: 'administrator' },
    { page: 'users', label: 'allUsers', icon: 'people', section: 'administration' },
  ],
  finds: async () => (await import('./finds.ts')).finds,
}

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    people: typeof texts
  }
}
