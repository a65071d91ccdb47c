import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { leave, useSession } from '../../core/session.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'

/** Signs out and redirects to the user's preferred page, sign-in by default. */
export function SignOutPage() {
  const [to] = useState(() => useSession.getState().user?.post_logout_url ?? '/')
  const status = useSession((session) => session.status)
  useEffect(leave, [])
  return status === 'out' ? <Navigate to={to} replace /> : <PageLoader />
}
