import { useCallback } from 'react'
import { useNamedPlace } from '../kit/places/useNamedPlace.ts'
import { usePlace } from '../kit/usePlace.ts'
import type { Leg } from './legs.ts'

/** Where a leg begins: the boundary or the location, else the nearest town. */
export function usePlaceOfLeg(): (leg: Leg) => string | null {
  const named = useNamedPlace()
  const town = usePlace()
  return useCallback(({ position, place }) => (position && (named(position) ?? town(position))) ?? place, [named, town])
}
