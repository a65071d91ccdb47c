import { type PathsOf, path } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import type { files as texts } from '../locales/en/files.ts'

const pages = {
  member: {
    /** @param folder an id, or `organisation`: what belongs to no person */
    files: {
      path: path<{ folder?: number | 'organisation'; view?: 'trash'; search?: string }>('/app/files'),
      parameters: { folder: 'file' },
      load: async () => (await import('./browse/FilesPage.tsx')).FilesPage,
    },
    file: {
      path: path<{ id: number }>('/app/file'),
      resource: 'file',
      load: async () => (await import('./file/FilePage.tsx')).FilePage,
    },
    fileEdit: {
      path: path<{ id: number }>('/app/file/edit'),
      resource: 'file',
      load: async () => (await import('./file/FileEditPage.tsx')).FileEditPage,
    },
  },
  administrator: {
    filesAdmin: {
      path: path<{ tab?: string }>('/app/files/admin'),
      load: async () => (await import('./admin/FilesAdminPage.tsx')).FilesAdminPage,
    },
    jobs: {
      path: path<{ state?: string; range?: string }>('/app/jobs/admin'),
      load: async () => (await import('./admin/JobsPage.tsx')).JobsPage,
    },
  },
} as const

/** Files, folders, uploads and background jobs. */
export const files: Door = {
  name: 'files',
  areas: { files: ['files', 'file', 'fileEdit', 'filesAdmin'] },
  feature: 'files',
  pages,
  start: 'files',
  menu: [{ page: 'files', label: 'files', icon: 'files', section: 'own' }],
}

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    files: typeof texts
  }
}
