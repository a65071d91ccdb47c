import { Navigate } from 'react-router'

/** The map is where everybody begins. */
export function HomePage() {
  return <Navigate to="/app/map" replace />
}
