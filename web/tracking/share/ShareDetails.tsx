import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnits } from '../../kit/format/useUnits.ts'
import { PlaceLinks } from '../../kit/ui/PlaceLinks.tsx'
import { useDistance } from '../kit/useDistance.ts'
import { usePlace } from '../kit/usePlace.ts'
import classes from './Share.module.css'
import type { SharedPosition, SharedTracker, SharedTrip } from './sharedPosition.ts'
import { useSharedText } from './useSharedText.ts'

/** What the map is of, who shares it and until when; of one tracker all that is known, of several their list. */
export function ShareDetails({ shown, lost, now, children }: Props) {
  const { t } = useTranslation()
  const { time } = useSharedText(shown, now)
  const [tracker] = shown.trackers
  const runs = shown.trip?.ended_at === null
  const begins = shown.begins_at !== null && Date.parse(shown.begins_at) > now
  return (
    <section className={classes.details}>
      <h1>{shown.name ?? (shown.single ? t('tracking:share.tracker') : t('tracking:share.trackers'))}</h1>
      {begins && <p>{t('tracking:share.begins_at', { time: time(shown.begins_at!) })}</p>}
      {shown.single && tracker && <One shown={shown} tracker={tracker} now={now} />}
      {children}
      <p className={classes.quiet}>{t('tracking:share.by', { name: shown.shared_by })}</p>
      <p className={classes.quiet}>
        {t(runs ? 'tracking:share.untilTrip' : 'tracking:share.until', { time: time(shown.expires_at) })}
      </p>
      {lost && <p role="alert">{t('tracking:share.lost')}</p>}
      <div data-map-note />
    </section>
  )
}

function One({ shown, tracker, now }: { shown: SharedPosition; tracker: SharedTracker; now: number }) {
  const { speed } = useUnits()
  const { seen, arrival } = useSharedText(shown, now)
  const place = usePlace()(tracker.position?.coordinates)
  const { trip } = shown
  const arrives = arrival(tracker)
  return (
    <>
      {trip && <Trip trip={trip} now={now} shown={shown} />}
      {arrives && <p className={classes.arrival}>{arrives}</p>}
      {!trip?.ended_at && <p>{seen(tracker)}</p>}
      {place && <p>{place}</p>}
      {tracker.speed !== null && <p>{speed(tracker.speed)}</p>}
      {tracker.position && <PlaceLinks position={tracker.position.coordinates} heading={tracker.heading} />}
    </>
  )
}

/** When it began and, if it is over, where and when it arrived; who drives, if the link says so. */
function Trip({ trip, now, shown }: { trip: SharedTrip; now: number; shown: SharedPosition }) {
  const { t } = useTranslation()
  const distance = useDistance()
  const { time } = useSharedText(shown, now)
  return (
    <>
      <p>{t('tracking:share.tripBegan', { time: time(trip.began_at) })}</p>
      {trip.ended_at && (
        <p className={classes.arrival}>{t('tracking:share.tripEnded', { time: time(trip.ended_at) })}</p>
      )}
      <p>{t('tracking:share.tripLength', { distance: distance(trip.distance_m) })}</p>
      {trip.driver_name && <p>{t('tracking:share.tripDriver', { name: trip.driver_name })}</p>}
    </>
  )
}

type Props = { shown: SharedPosition; lost: boolean; now: number; children: ReactNode }
