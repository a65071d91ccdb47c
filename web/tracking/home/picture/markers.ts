import type { Fleet } from '../../kit/fleet.ts'
import { positions } from '../../kit/live/positions.ts'
import { useViewportState } from '../../kit/live/viewportState.ts'
import { movementOf, nameOf, statusOf } from '../../kit/state.ts'
import { type Cluster, clustersOf } from '../../map/motion/clusters.ts'
import { Field } from '../../map/motion/field.ts'
import { markerStyleOf } from '../../map/motion/markerStyle.ts'
import { toMercator } from '../../map/motion/track.ts'
import { isWithin, type Place, place, type View, zoomOf } from './view.ts'

/** Pixels around a marker within which it is meant. */
const reach = 14

/** What stands in a picture now: single trackers, those outside last, and clusters of many. */
export function markersOf(fleet: Fleet, view: View): Markers {
  const field = new Field()
  for (const [id, latest] of positions.latest) {
    const tracker = fleet.byId.get(id)
    if (!tracker?.active || !latest.fix?.position) continue
    const [lon, lat] = latest.fix.position.coordinates as [number, number]
    const { x, y } = toMercator(lon, lat)
    const reported = { latest, presence: positions.presence.get(id), alert: fleet.leaving.get(id) }
    const status = statusOf(tracker, reported)
    field.put(id, x, y, markerStyleOf(status, latest, movementOf(tracker, positions.movement.get(id)), 0), 0, 0)
  }
  const { clusters, hidden } = clustersOf(field, useViewportState.getState().cells, zoomOf(view), 0)
  const beyond = field.ids.filter((id) => !isWithin(view, place(view, field.place(id, 0)!)))
  const single = field.ids.flatMap((id, slot): Marker[] => {
    const [colour, form, , heading] = field.styles.subarray(slot * 4) as unknown as [number, number, number, number]
    return hidden.has(id) ? [] : [{ id, ...place(view, field.place(id, 0)!), colour, form, heading }]
  })
  return {
    // As `mainBody` leaves out what is far from the others.
    left: beyond.length > field.size / 5,
    single: single.sort((a, b) => Number(a.colour === outside) - Number(b.colour === outside)),
    clusters: clusters.map((cluster) => ({ ...cluster, ...place(view, toMercator(cluster.lon, cluster.lat)) })),
  }
}

/** The tracker that is meant by a place of the picture. */
export function trackerAt({ single }: Markers, { x, y }: Place): number | null {
  let [best, found] = [reach, null as number | null]
  for (const marker of single) {
    const distance = Math.hypot(marker.x - x, marker.y - y)
    if (distance <= best) [best, found] = [distance, marker.id]
  }
  return found
}

export function nameAt(fleet: Fleet, id: number | null): string | undefined {
  const tracker = id === null ? undefined : fleet.byId.get(id)
  return tracker && nameOf(tracker)
}

const outside = 1

/** @param colour, form, heading as `markerStyle.ts` numbers them */
export type Marker = Place & { id: number; colour: number; form: number; heading: number }
/** @param left whether many of the trackers are not in the picture any more */
export type Markers = { left: boolean; single: Marker[]; clusters: (Cluster & Place)[] }
