import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import type { Tracker } from '../types.ts'

/** Whether the person may share a tracker: all who see it by their role or as its owner. Mirrors the server's rule. */
export function useMayShare({ organisation_id, owner_user_id }: Tracker): boolean {
  const dispatches = useDispatches(organisation_id)
  const owns = useSession(({ user }) => user !== null && user.id === owner_user_id)
  return dispatches || owns
}
