import { useTranslation } from 'react-i18next'
import { Marker } from 'react-map-gl/maplibre'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import classes from './Drills.module.css'
import { useRunningDrills } from './useRunningDrills.ts'

/** Where the trackers of fire drills are, while they run. */
export function DrillMarkers({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data = none } = useRunningDrills(organisation_id)
  return data.map(
    ({ id, lon, lat }) =>
      lon !== null &&
      lat !== null && (
        <Marker key={id} longitude={lon} latitude={lat}>
          <Link className={classes.marker} to={paths.fireDrill({ id })}>
            {t('tracking:drills.marker')}
          </Link>
        </Marker>
      ),
  )
}

const none: never[] = []
