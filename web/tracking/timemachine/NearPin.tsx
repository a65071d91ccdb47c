import { Marker } from 'react-map-gl/maplibre'
import classes from './TimeMachine.module.css'

/** The place that is asked about. */
export function NearPin({ near }: { near: { lat: number; lon: number } }) {
  return (
    <Marker longitude={near.lon} latitude={near.lat} anchor="center">
      <span className={classes.pin} aria-hidden="true" />
    </Marker>
  )
}
