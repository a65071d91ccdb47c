import { useSession } from './session.ts'

/** Whether one may say whose a tracker is there. */
export function useAdministers(organisation_id: number): boolean {
  return useSession(
    ({ user }) =>
      user !== null &&
      (user.platform_admin ||
        user.memberships.some((each) => each.organisation_id === organisation_id && each.role_is_admin)),
  )
}
