import { useSession } from './session.ts'

/** Whether the user sees every tracker of this organisation, not only their own. */
export function useDispatches(organisation_id: number): boolean {
  return useSession(
    ({ user }) =>
      user !== null &&
      (user.platform_admin ||
        user.memberships.some(
          (each) => each.organisation_id === organisation_id && (each.role_is_admin || each.role_name === 'Staff'),
        )),
  )
}
