/**
 * The keys of TanStack Query, all in one place: a key that two files spell differently is cached twice and invalidated
 * once.
 *
 * What begins with `rows(resource)` shows rows of that resource, and is fetched again when one of them has changed.
 */
export const queryKeys = {
  rows: (resource: string) => ['rows', resource] as const,
  /** All pages of a list. */
  pages: (resource: string) => ['rows', resource, 'page'] as const,
  /** One page of a list. */
  page: (resource: string, query: object, page: number) => ['rows', resource, 'page', query, page] as const,
  /** One row, by its id. */
  record: (resource: string, id: number) => ['record', resource, id] as const,
  /** Rows that a field may refer to. @param scope what limits them, as the organisation's id */
  referenceSearch: (resource: string, scope: number, search: string) =>
    ['rows', resource, 'references', scope, search] as const,
  reference: (resource: string, scope: number, id: number) => ['rows', resource, 'reference', scope, id] as const,
  /** The name and size of the file that a field has. */
  fileOfField: (id: number) => ['fileOfField', id] as const,
  allTexts: () => ['allTexts'] as const,
  jobs: (user_id: number) => ['jobs', user_id] as const,
  userConfig: (organisation_id: number, user_id: number) => ['userconfig', organisation_id, user_id] as const,
  finders: () => ['palette', 'finders'] as const,
  palette: (organisation_id: number | null, kind: string, search: string) =>
    ['palette', organisation_id, kind, search] as const,
  unread: (user_id: number) => ['unread', user_id] as const,
  currentNotifications: (user_id: number) => ['currentNotifications', user_id] as const,
  websites: () => ['website'] as const,
  website: (of: number | 'installation' | 'guest') => ['website', of] as const,
  installation: () => ['options'] as const,
  ownInstallation: () => ['options', 'own'] as const,
}
