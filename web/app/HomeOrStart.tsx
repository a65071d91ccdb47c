import { Navigate } from 'react-router'
import { startPage } from '../core/nextPath.ts'
import { useFeatures } from '../core/rights.ts'
import { HomePage } from '../tracking/home/HomePage.tsx'

/** The home of a fleet; an organisation without trackers has its first page elsewhere. */
export function HomeOrStart() {
  const features = useFeatures()
  return features.includes('tracking') ? <HomePage /> : <Navigate to={startPage(features)} replace />
}
