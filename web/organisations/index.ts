import { type PathsOf, path } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import type { organisations as texts } from '../locales/en/organisations.ts'

const pages = {
  member: {
    organisation: {
      path: path<{ id?: number }>('/app/organisation/admin'),
      texts: ['people', 'organisations', 'messaging', 'site'],
      load: async () => (await import('./organisation/OrganisationPage.tsx')).OrganisationPage,
    },
  },
  platform_administrator: {
    organisations: {
      path: path('/app/organisations/admin'),
      load: async () => (await import('./organisation/OrganisationsPage.tsx')).OrganisationsPage,
    },
    installationProviders: {
      path: path('/app/identityproviders/admin'),
      texts: ['people', 'organisations'],
      load: async () => (await import('./providers/InstallationProvidersPage.tsx')).InstallationProvidersPage,
    },
  },
} as const

/** Organisations, their settings, data locks and the audit log. */
export const organisations: Door = { name: 'organisations', areas: { settings: ['organisation'] }, pages }

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    organisations: typeof texts
  }
}
