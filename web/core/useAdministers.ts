import { useSession } from './session.ts'

/** Whether the user may set a tracker's owner in this organisation. */
export function useAdministers(organisation_id: number): boolean {
  return useSession(
    ({ user }) =>
      user !== null &&
      (user.platform_admin ||
        user.memberships.some((each) => each.organisation_id === organisation_id && each.role_is_admin)),
  )
}

/** Whether the user sees every tracker of this organisation, not only their own. */
export function useDispatches(organisation_id: number): boolean {
  const administers = useAdministers(organisation_id)
  const is_staff = useSession(({ user }) =>
    user?.memberships.some((each) => each.organisation_id === organisation_id && each.role_name === 'Staff'),
  )
  return administers || is_staff === true
}
