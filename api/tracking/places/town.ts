import { describePlace, placeOf } from '#messages/geography/place.ts'
import type { LonLat } from './globe.ts'

/** Where a position is from the nearest town, as segments say it. */
export const townOf = (position: LonLat) =>
  describePlace(placeOf(position), 'metric', ({ distance, direction, town }) => `${distance} ${direction} of ${town}`)
