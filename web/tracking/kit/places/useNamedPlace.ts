import { useQuery } from '@tanstack/react-query'
import type { Position } from 'geojson'
import { useCallback } from 'react'
import { useSession } from '../../../core/session.ts'
import type { Boundary, Location } from '../../types.ts'
import { boundariesOf, locationsOf } from '../queries.ts'
import { Places } from './places.ts'

let places: { boundaries: readonly Boundary[]; locations: readonly Location[]; index: Places } | null = null

/** The name of the boundary or the location where a position is; null elsewhere, and until they are loaded. */
export function useNamedPlace(): (position: Position | undefined) => string | null {
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: boundaries = none } = useQuery(boundariesOf(organisation_id))
  const { data: locations = none } = useQuery(locationsOf(organisation_id))
  return useCallback(
    (position) => (position ? indexOf(boundaries, locations).nameOf(position) : null),
    [boundaries, locations],
  )
}

/** One for all rows of a list. */
function indexOf(boundaries: readonly Boundary[], locations: readonly Location[]): Places {
  if (places?.boundaries !== boundaries || places.locations !== locations)
    places = { boundaries, locations, index: new Places(boundaries, locations) }
  return places.index
}

const none: never[] = []
