import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../core/session.ts'
import { GuestMapPage } from '../tracking/live/GuestMapPage.tsx'
import { MapPage } from '../tracking/live/MapPage.tsx'
import { RequireSession } from './frame/RequireSession.tsx'

/**
 * The live map. An address with a moment, as in alert links, redirects to the replay. Visitors without a session see
 * the guest map, unless the address names a tracker or their session has just ended: then they sign in.
 */
export function MapOrReplay() {
  const [params] = useSearchParams()
  const status = useSession((session) => session.status)
  const [came] = useState(status)
  const past = params.has('t') || params.has('at')
  if (came === 'out' && status === 'out' && !past && !params.has('tracker')) return <GuestMapPage />
  return <RequireSession>{past ? <Navigate to={`/app/replay?${params}`} replace /> : <MapPage />}</RequireSession>
}
