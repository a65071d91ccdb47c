import { Navigate, Outlet } from 'react-router'
import { isAdmin, manages, type Office } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'

/** Used below RequireSession, so there is a user. */
export function RequireAdmin() {
  const user = useSession((session) => session.user)
  return isAdmin(user) ? <Outlet /> : <Navigate to="/app/forbidden" replace />
}

/** Pages of a product that others than administrators may manage, who have its office. */
export function RequireManager({ office }: { office: Office }) {
  const user = useSession((session) => session.user)
  return manages(user, office) ? <Outlet /> : <Navigate to="/app/forbidden" replace />
}

export function RequirePlatformAdmin() {
  const user = useSession((session) => session.user)
  return user?.platform_admin ? <Outlet /> : <Navigate to="/app/forbidden" replace />
}
