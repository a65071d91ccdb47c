/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  organisationConfig: (organisation_id: number) => ['organisationconfig', organisation_id] as const,
  usage: (organisation_id: number) => ['usage', organisation_id] as const,
  usageOfDays: (organisation_id: number, timezone: string) => ['usage', organisation_id, 'days', timezone] as const,
  ownWebsite: (organisation_id: number) => ['website', organisation_id, 'own'] as const,
}
