import { Navigate, useSearchParams } from 'react-router'
import { MapPage } from '../pages/MapPage.tsx'

/** The map shows what is; an address that names a moment, as those in alerts do, leads to what was. */
export function MapOrReplay() {
  const [params] = useSearchParams()
  const past = params.has('t') || params.has('at')
  return past ? <Navigate to={`/app/replay?${params}`} replace /> : <MapPage />
}
