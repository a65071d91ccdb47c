/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  memberSearch: (organisation_id: number, search: string) =>
    ['rows', 'membership', 'search', organisation_id, search] as const,
  organisationNames: () => ['rows', 'organisation', 'names'] as const,
  personTemplates: (organisation_id: number) => ['rows', 'messagetemplate', 'person', organisation_id] as const,
  builtInTemplates: () => ['messagetemplate', 'builtin'] as const,
  templatePreview: (template: object) => ['messagetemplate', 'preview', template] as const,
  push: () => ['push'] as const,
  pushHere: () => ['push', 'here'] as const,
  pushSubscriptions: () => ['push', 'all'] as const,
  recipientChecks: () => ['recipientCheck'] as const,
  recipientCheck: (organisation_id: number, channel: string, addresses: string) =>
    ['recipientCheck', organisation_id, channel, addresses] as const,
}
