import { type PathsOf, path, pathTo } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import type { site as texts } from '../locales/en/site.ts'

const pages = {
  open: {
    welcome: { path: path('/app'), load: async () => (await import('./pages/WelcomePage.tsx')).WelcomePage },
    static: { path: path('/static'), load: async () => (await import('./pages/WelcomePage.tsx')).WelcomePage },
    contact: { path: path('/app/contact'), load: async () => (await import('./pages/ContactPage.tsx')).ContactPage },
    about: { path: path('/app/about'), load: async () => (await import('./pages/AboutPage.tsx')).AboutPage },
    help: {
      path: path('/app/help'),
      texts: ['tracking', 'site'],
      load: async () => (await import('./help/HelpPage.tsx')).HelpPage,
    },
    update: { path: path('/app/update'), load: async () => (await import('./pages/UpdatePage.tsx')).UpdatePage },
    demo: { path: path('/app/demo'), load: async () => (await import('./pages/DemoPage.tsx')).DemoPage },
    privacy: { path: path('/app/privacy'), load: async () => (await import('./pages/PrivacyPage.tsx')).PrivacyPage },
    terms: { path: path('/app/terms'), load: async () => (await import('./pages/TermsPage.tsx')).TermsPage },
    downloads: {
      path: path('/app/downloads'),
      load: async () => (await import('./pages/ContentPages.tsx')).DownloadsPage,
    },
    contentPage: {
      path: pathTo<[key: string]>('/app/page/:key'),
      load: async () => (await import('./pages/ContentPages.tsx')).AddedPage,
    },
    forbidden: {
      path: path('/app/forbidden'),
      texts: [],
      load: async () => (await import('./pages/ForbiddenPage.tsx')).ForbiddenPage,
    },
  },
  administrator: {
    adminSettings: {
      path: path('/app/settings/admin'),
      texts: ['tracking', 'people', 'organisations', 'messaging', 'site', 'files'],
      load: async () => (await import('./settings/AdminSettingsPage.tsx')).AdminSettingsPage,
    },
    website: {
      path: path('/app/website/admin'),
      texts: ['tracking', 'site'],
      load: async () => (await import('./settings/WebsitePage.tsx')).WebsitePage,
    },
    /** @param of `installation`: what belongs to no organisation */
    pageContents: {
      path: path<{ of?: 'installation' }>('/app/pagecontents/admin'),
      load: async () => (await import('./content/PageContentsPage.tsx')).PageContentsPage,
    },
    pageContent: {
      path: path<{ id?: number; key?: string; of?: 'installation' }>('/app/pagecontent/admin'),
      resource: 'pagecontent',
      load: async () => (await import('./content/PageContentPage.tsx')).PageContentPage,
    },
    faqs: {
      path: path<{ of?: 'installation'; view?: 'order' }>('/app/faqs/admin'),
      load: async () => (await import('./faqs/FaqsPage.tsx')).FaqsPage,
    },
    faq: {
      path: path<{ id?: number; of?: 'installation' }>('/app/faq/admin'),
      resource: 'faq',
      load: async () => (await import('./faqs/FaqPage.tsx')).FaqPage,
    },
    enquiries: {
      path: path<{ state?: string }>('/app/enquiries/admin'),
      load: async () => (await import('./enquiries/EnquiriesPage.tsx')).EnquiriesPage,
    },
    enquiry: {
      path: path<{ id: number }>('/app/enquiry/admin'),
      resource: 'enquiry',
      load: async () => (await import('./enquiries/EnquiryPage.tsx')).EnquiryPage,
    },
  },
  platform_administrator: {
    platform: {
      path: path('/app/platform/admin'),
      load: async () => (await import('./platform/PlatformPage.tsx')).PlatformPage,
    },
    basemaps: {
      path: path('/app/basemaps/admin'),
      load: async () => (await import('./basemaps/BasemapsPage.tsx')).BasemapsPage,
    },
    basemap: {
      path: path<{ id?: number }>('/app/basemap/admin'),
      load: async () => (await import('./basemaps/BasemapPage.tsx')).BasemapPage,
    },
  },
} as const

/** Pages and FAQs that administrators write, enquiries, website settings and the dashboard of administrators. */
export const site: Door = {
  name: 'site',
  areas: { content: ['website', 'pageContents', 'pageContent', 'faqs', 'faq', 'enquiries', 'enquiry'] },
  pages,
  menu: [
    { page: 'welcome', label: 'home', icon: 'home', section: 'guest' },
    { page: 'contact', label: 'contact', icon: 'contact', section: 'guest' },
    { page: 'contact', label: 'contact', icon: 'contact', section: 'end', only: 'user' },
    { page: 'admin', label: 'adminDashboard', icon: 'dashboard', section: 'administration' },
    { page: 'enquiries', label: 'allEnquiries', icon: 'contact', section: 'platform', heading: 'platform' },
  ],
}

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    site: typeof texts
  }
}
