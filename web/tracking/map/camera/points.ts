import type { Position } from 'geojson'
import type { Fleet } from '../../kit/fleet.ts'
import { positions } from '../../kit/live/positions.ts'

/** Where the active trackers of a fleet are. */
export function pointsOf({ trackers }: Fleet): Position[] {
  return trackers.flatMap(({ id, active }) => {
    const position = active ? positions.latest.get(id)?.fix?.position : null
    return position ? [position.coordinates] : []
  })
}
