import type { Client } from '#api/client.ts'
import type { Role } from './fleet.ts'
import { places } from './roads.ts'

/**
 * Creates missing boundaries of the simulated trackers: one for all of them, one for some, and one across the
 * antimeridian. They apply to no other trackers of the organisation.
 */
export async function makeBoundaries(client: Client, organisation_id: number, trackers: Linked[]) {
  const idsOf = (...roles: Role[]) => trackers.filter(({ role }) => roles.includes(role)).map(({ id }) => id)
  const boundaries = [
    { name: 'Central Auckland', geometry: polygon(central), tracker_ids: trackers.map(({ id }) => id) },
    {
      name: 'Airport',
      circle: { center: [174.793, -37.003] as [number, number], radius_m: 4600 },
      tracker_ids: idsOf('airport'),
    },
    {
      name: 'Wiri depot',
      circle: { center: [...places.wiri] as [number, number], radius_m: 350 },
      tracker_ids: idsOf('parked'),
    },
    { name: 'Off East Cape', geometry: polygon(offEastCape), tracker_ids: idsOf('boat') },
  ]
  for (const boundary of boundaries) {
    const { data } = await client.list('boundary', { organisation_id, search: boundary.name, limit: 1000 })
    const existing = data.find(({ name }) => name === boundary.name)
    if (!existing) await client.create('boundary', { organisation_id, ...boundary })
    else if (!existing.all_trackers && boundary.tracker_ids) await link(client, existing, boundary.tracker_ids)
  }
}

/** Creates missing locations, where simulated trackers stop. */
export async function makeLocations(client: Client, organisation_id: number) {
  const { data } = await client.list('location', { organisation_id, limit: 1000 })
  for (const [name, at] of locations) {
    if (data.some((location) => location.name === name)) continue
    const position = { type: 'Point' as const, coordinates: [...places[at]] }
    await client.create('location', { organisation_id, name, position })
  }
}

const locations = [
  ['Albany store', 'albany'],
  ['Takapuna store', 'takapuna'],
  ['Newmarket store', 'newmarket'],
  ['Sylvia Park store', 'sylvia_park'],
  ['Manukau store', 'manukau'],
  ['Takanini store', 'takanini'],
  ['Air cargo', 'airport'],
] as const

/** Links new trackers to an existing boundary. */
async function link(client: Client, { id, tracker_ids }: { id: number; tracker_ids: number[] }, more: number[]) {
  const all = [...new Set([...tracker_ids, ...more])]
  if (all.length > tracker_ids.length) await client.update('boundary', { id, tracker_ids: all })
}

/** Albany and Takanini are just outside. */
const central = [
  [174.705, -36.735],
  [174.7, -36.8],
  [174.7, -36.925],
  [174.775, -36.94],
  [174.835, -36.965],
  [174.845, -37.035],
  [174.935, -37.035],
  [174.935, -36.95],
  [174.885, -36.94],
  [174.875, -36.86],
  [174.8, -36.83],
  [174.79, -36.735],
]

/** Longitudes past 180, as maps produce them. */
const offEastCape = [
  [179, -38.2],
  [181, -38.2],
  [181, -37.2],
  [179, -37.2],
]

const polygon = (corners: number[][]) => ({ type: 'Polygon' as const, coordinates: [[...corners, corners[0]!]] })

export type Linked = { id: number; role: Role }
