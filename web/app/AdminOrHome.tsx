import { isAdmin } from '../core/rights.ts'
import { useSession } from '../core/session.ts'
import { DashboardPage } from '../site/admin/DashboardPage.tsx'
import { HomeOrStart } from './HomeOrStart.tsx'

/** The dashboard of administrators; for everybody else it is home again. */
export function AdminOrHome() {
  const user = useSession((session) => session.user)
  return isAdmin(user) ? <DashboardPage /> : <HomeOrStart />
}
