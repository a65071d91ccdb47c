import { useSession } from '../../core/session.ts'
import type { StoredFile } from '../../core/types.ts'
import { useAdministers } from '../../core/useAdministers.ts'

/** Whether the person may change a file: their own; administrators also others' and the organisation's. */
export function useMayChange(organisation_id: number): (file: Pick<StoredFile, 'owner_user_id'>) => boolean {
  const administers = useAdministers(organisation_id)
  const user_id = useSession(({ user }) => user?.id)
  return ({ owner_user_id }) => administers || (owner_user_id !== null && owner_user_id === user_id)
}
