import { useContext } from 'react'
import { officesOf, PageAreas, useMayWrite } from './rights.ts'
import { useSession } from './session.ts'

/**
 * Whether the user is an administrator of this organisation, whose role allows to change what the page shows; on pages of
 * billing also its treasurer.
 */
export function useAdministers(organisation_id: number): boolean {
  const may_write = useMayWrite(organisation_id)
  const [about] = useContext(PageAreas)
  return useSession(
    ({ user }) =>
      may_write &&
      user !== null &&
      (user.platform_admin ||
        (about === 'billing' && officesOf(user, organisation_id).includes('billing')) ||
        user.memberships.some((each) => each.organisation_id === organisation_id && each.role_is_admin)),
  )
}

/** Whether the user sees every tracker of this organisation, not only their own. */
export function useDispatches(organisation_id: number): boolean {
  const administers = useAdministers(organisation_id)
  const is_staff = useSession(({ user }) =>
    user?.memberships.some((each) => each.organisation_id === organisation_id && each.role_name === 'Staff'),
  )
  const may_write = useMayWrite(organisation_id)
  return administers || (may_write && is_staff === true)
}

/**
 * Whether the person may change a row that can have an owner: their own; administrators also others' and the
 * organisation's. Mirrors the server's rule.
 */
export function useMayChange(organisation_id: number): (row: { owner_user_id: number | null }) => boolean {
  const administers = useAdministers(organisation_id)
  const user_id = useSession(({ user }) => user?.id)
  const may_write = useMayWrite(organisation_id)
  return ({ owner_user_id }) => administers || (may_write && owner_user_id !== null && owner_user_id === user_id)
}
