import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../core/session.ts'
import { GuestMapPage } from '../tracking/map/GuestMapPage.tsx'
import { MapPage } from '../tracking/map/MapPage.tsx'
import { RequireSession } from './frame/RequireSession.tsx'

/**
 * The map shows what is; an address that names a moment, as those in alerts do, leads to what was. Guests find
 * themselves on it; who has come for a tracker, or whose session ends meanwhile, is asked to sign in.
 */
export function MapOrReplay() {
  const [params] = useSearchParams()
  const status = useSession((session) => session.status)
  const [came] = useState(status)
  const past = params.has('t') || params.has('at')
  if (came === 'out' && status === 'out' && !past && !params.has('tracker')) return <GuestMapPage />
  return <RequireSession>{past ? <Navigate to={`/app/replay?${params}`} replace /> : <MapPage />}</RequireSession>
}
