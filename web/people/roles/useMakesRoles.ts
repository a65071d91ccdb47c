import { useSession } from '../../core/session.ts'

/** Whether the person makes and changes roles: an administrator whom no role limits. */
export function useMakesRoles(organisation_id: number): boolean {
  return useSession(
    ({ user }) =>
      user?.platform_admin ||
      user?.memberships.some(
        (each) => each.organisation_id === organisation_id && each.role_is_admin && !each.limits,
      ) === true,
  )
}
