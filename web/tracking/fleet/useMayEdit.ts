import { useSession } from '../../core/session.ts'
import type { Tracker } from '../../core/types.ts'
import { useAdministers } from '../../core/useAdministers.ts'

/** Whether the user may change the tracker's settings: administrators and its owner. Mirrors the server's rule. */
export function useMayEdit({ organisation_id, owner_user_id }: Tracker): boolean {
  const administers = useAdministers(organisation_id)
  const owns = useSession(({ user }) => user !== null && user.id === owner_user_id)
  return administers || owns
}
