import { useTranslation } from 'react-i18next'
import { Marker } from 'react-map-gl/maplibre'
import { Link } from 'react-router'
import classes from './Loans.module.css'
import { keyOf, linkTo, useBorrowed } from './useBorrowed.ts'

/** Where the trackers are that are on loan to the organisation. */
export function BorrowedMarkers({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  return useBorrowed(organisation_id).map(({ id, elsewhere, lon, lat, tracker_name, lender_name }) => {
    if (lon === null || lat === null) return null
    const name = tracker_name ?? t('tracking:loans.unnamed')
    return (
      <Marker key={keyOf({ id, elsewhere })} longitude={lon} latitude={lat}>
        <Link
          className={classes.marker}
          to={linkTo({ id, elsewhere })}
          title={t('tracking:loans.from', { name: lender_name })}
          aria-label={`${name}: ${t('tracking:loans.from', { name: lender_name })}`}
        >
          {name}
        </Link>
      </Marker>
    )
  })
}
