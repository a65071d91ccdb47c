import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { toDms } from '../../kit/format/format.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { PlaceLinks } from '../../kit/ui/PlaceLinks.tsx'
import classes from './Location.module.css'

const LocationMap = lazy(() => import('./LocationMap.tsx'))

/** A location of another person, or of the organisation. */
export function LocationFacts({ location }: { location: Row<'location'> }) {
  const { t } = useTranslation()
  const [lon, lat] = location.position.coordinates as [number, number]
  return (
    <>
      <Facts
        facts={[
          [labelOf(t, 'location', 'name'), location.name],
          [labelOf(t, 'location', 'position'), toDms(lon, lat)],
        ]}
      />
      <PlaceLinks position={[lon, lat]} heading={null} />
      <div className={classes.map}>
        <Suspense>
          <LocationMap position={[lon, lat]} />
        </Suspense>
      </div>
    </>
  )
}
