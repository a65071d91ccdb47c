import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePlace } from '../kit/usePlace.ts'

/** Where a trip began and ended, in words; of a private one that it is private. */
export function usePlaces() {
  const { t } = useTranslation()
  const place = usePlace()
  const hidden = (
    <Badge variant="light" color="gray">
      {t('tracking:myTrips.private')}
    </Badge>
  )
  return {
    begin: (trip: Trip) => (trip.private ? hidden : trip.begin_place || place(trip.begin_position?.coordinates)),
    end: (trip: Trip) => (trip.private ? hidden : trip.end_place || place(trip.end_position?.coordinates)),
  }
}

type Point = { coordinates: number[] } | null
type Trip = {
  private: boolean
  begin_place: string | null
  end_place: string | null
  begin_position: Point
  end_position: Point
}
