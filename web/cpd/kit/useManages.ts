import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'

/** Whether the user manages professional development there: as an administrator or a CPD officer. */
export function useManages(organisation_id: number): boolean {
  const administers = useAdministers(organisation_id)
  return useCpdRole(organisation_id) === 'officer' || administers
}

/** What the user does in professional development besides their role. */
export const useCpdRole = (organisation_id: number) =>
  useSession(({ user }) => user?.memberships.find((each) => each.organisation_id === organisation_id)?.cpd_role ?? null)
