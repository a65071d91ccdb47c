import { useSession } from './session.ts'
import { useAdministers } from './useAdministers.ts'

/**
 * Whether the person may change a row that can have an owner: their own; administrators also others' and the
 * organisation's. Mirrors the server's rule.
 */
export function useMayChange(organisation_id: number): (row: { owner_user_id: number | null }) => boolean {
  const administers = useAdministers(organisation_id)
  const user_id = useSession(({ user }) => user?.id)
  return ({ owner_user_id }) => administers || (owner_user_id !== null && owner_user_id === user_id)
}
