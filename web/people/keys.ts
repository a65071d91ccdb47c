/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  permissions: (organisation_id: number) => ['userpermissions', organisation_id] as const,
  memberNames: (organisation_id: number) => ['rows', 'membership', 'names', organisation_id] as const,
  membership: (organisation_id: number, user_id: number | null) => ['membership', organisation_id, user_id] as const,
  /** The identity providers that one may connect. */
  ownProviders: () => ['ownProviders'] as const,
  sessions: () => ['sessions'] as const,
  /** What deleting an account concerns. */
  consequences: (user_id: number) => ['consequences', user_id] as const,
  alertTest: (message_ids: number[]) => ['alertTest', message_ids] as const,
  /** The assistant that asks to be let in. */
  consent: (request: Record<string, string>) => ['consent', request] as const,
  /** What the server answers about a token that came by mail. */
  mailedToken: (path: string, token: string) => ['mailedToken', path, token] as const,
}
