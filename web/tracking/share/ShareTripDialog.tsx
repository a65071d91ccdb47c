import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { nameOf } from '../kit/state.ts'
import type { Tracker } from '../types.ts'
import { ShareSomeDialog } from './ShareSomeDialog.tsx'
import type { TripOf } from './subject.ts'

/** Makes a link to one trip. */
export default function ShareTripDialog({ tracker, trip, close }: Props) {
  const { t } = useTranslation()
  const { time } = useTimes()
  return (
    <ShareSomeDialog
      title={t('tracking:share.titleTrip', { tracker: nameOf(tracker), time: time(trip.began_at, Date.now()) })}
      subject={{ organisation_id: tracker.organisation_id, trip }}
      close={close}
    />
  )
}

type Props = { tracker: Tracker; trip: TripOf; close: () => void }
