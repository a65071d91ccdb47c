import { useEffect } from 'react'
import { client, guarded } from '../../core/api.ts'
import { useParts } from '../../kit/actions/useParts.ts'
import { type FleetTracks, PastFleet } from './pastFleet.ts'

/** The tracks of all trackers in a span, read in parts. `whole` is complete when `done`. */
export function useFleetTracks(organisation_id: number, from: string, to: string) {
  const key = [organisation_id, from, to].join()
  const asked = useParts<FleetTracks, Loaded>(key, {
    ask: async (after) => {
      const query = { organisation_id, from, to, ...(after && { after: Number(after) }) }
      return (await guarded(client.act('GET fleet/tracks', query))).data
    },
    begin: { fleet: null, read: 0, trackers: 0, step_s: 0 },
    join: ({ fleet, read }, { tracks, trackers, step_s }) => {
      const joined = fleet ?? new PastFleet(Date.parse(from), Date.parse(to))
      joined.add(tracks)
      return { fleet: joined, read: read + tracks.length, trackers, step_s }
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked as soon as the page or its day is there
  useEffect(() => void asked.run(), [key])
  return asked
}

/** `read` counts those that have reported; `fleet` grows with each part. */
export type Loaded = { fleet: PastFleet | null; read: number; trackers: number; step_s: number }
