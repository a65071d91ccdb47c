import { ApiError, type Query, type Row } from '#api/client.ts'
import { all, byCookie, client, guarded, one } from '../core/api.ts'
import type { Alert, AlertSummary, MapSettings, Task, UrgentTracker } from './types.ts'

/** API calls of trackers, boundaries, alerts and maps, by name. */
export const api = {
  /** As the page's own content security policy permits them. */
  map: async (): Promise<MapSettings> => (await byCookie.call<{ data: MapSettings }>('GET', 'map')).data,
  /** The first trackers, and the number of all; above ten thousand an estimate. */
  firstTrackers: async (organisation_id: number): Promise<{ rows: Row<'tracker'>[]; total: number }> => {
    const { data, info } = await guarded(client.list('tracker', { organisation_id, sort: 'name', limit: 100 }))
    return { rows: data, total: info.total }
  },
  trackers: (organisation_id: number) => all('tracker', { organisation_id, sort: 'name' }),
  /** A page of trackers, sorted by name; 100 by default. */
  findTrackers: (query: Query<'tracker'>) => guarded(client.list('tracker', { sort: 'name', limit: 100, ...query })),
  /** With their areas: large ones are not in the list. */
  boundaries: async (organisation_id: number) => withAreas(await all('boundary', { organisation_id })),
  locations: (organisation_id: number) => all('location', { organisation_id }),
  /** Trips, stops and gaps of a tracker, and its idling, in the order of time. */
  segments: async (tracker_id: number, from: string, to: string) =>
    (await all('segment', { tracker_id, from, to, sort: 'began_at' })).filter(({ kind }) => kind !== 'visit'),
  /** Without offline trackers, whose presence says so. */
  openAlerts: (organisation_id: number): Promise<Alert[]> =>
    all('alert', {
      organisation_id,
      waiting: true,
      drills: true,
      kinds: ['left_boundary', 'entered_boundary', 'alarm', 'guard', 'sensor', 'jamming', 'proximity'],
    }),
  /** The newest alerts of a tracker that have ended. */
  lastAlerts: async (tracker_id: number) =>
    (await guarded(client.list('alert', { tracker_id, open: false, sort: '-started_at', limit: 3 }))).data,
  /** The number of alerts of each kind since a time, and the newest of them. */
  alertSummary: (organisation_id: number, from: string) =>
    guarded(one<AlertSummary>('GET', 'alerts/summary', { organisation_id, from })),
  /** Trackers that are outside or offline, the latest first. */
  urgentTrackers: (organisation_id: number) =>
    guarded(one<UrgentTracker[]>('GET', 'trackers/urgent', { organisation_id })),
  /** What waits for an administrator; messages from this time on. */
  tasks: (organisation_id: number, from: string) => guarded(one<Task[]>('GET', 'tasks', { organisation_id, from })),
  /** The boundaries that contain one, so that leaving it alone raises no alert. */
  containingBoundaries: (id: number) =>
    one<{ id: number; name: string; is_scheduled: boolean }[]>('GET', 'boundary/containing', { id }),
  /** The positions that a boundary of the person may have. */
  boundaryLimit: async (organisation_id: number) =>
    (await guarded(one<{ positions: number }>('GET', 'boundary/limits', { organisation_id }))).positions,
  simplifyBoundary: (body: { organisation_id: number; geometry: object }) =>
    guarded(one<SimplifiedArea>('POST', 'boundary/simplify', body)),
  importBoundaries: (body: object) => guarded(one<ImportResult[]>('POST', 'boundary/import', body)),
  events: (tracker_id: number, from: string, to: string) =>
    all('trackerevent', { tracker_id, from, to, sort: 'fix_at' }),
  /** The newest of all trackers, at most a thousand, newest first. */
  lastEvents: async (organisation_id: number, from: string) =>
    (await guarded(client.list('trackerevent', { organisation_id, from, limit: 1000 }))).data,
}

/** Large areas that were read: they are read again when they have changed. */
const areas = new Map<number, Row<'boundary'>>()

async function withAreas(boundaries: Row<'boundary'>[]): Promise<Row<'boundary'>[]> {
  const complete: Row<'boundary'>[] = []
  for (const boundary of boundaries) {
    const known = areas.get(boundary.id)
    if (boundary.geometry) complete.push(boundary)
    else if (known?.modified_at === boundary.modified_at) complete.push({ ...boundary, geometry: known.geometry })
    else complete.push(await readArea(boundary))
  }
  return complete
}

/** One that was removed in the meantime stays without an area. */
async function readArea(boundary: Row<'boundary'>): Promise<Row<'boundary'>> {
  try {
    const { data } = await guarded(client.read('boundary', boundary.id))
    areas.set(boundary.id, data)
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return boundary
    throw error
  }
}

type SimplifiedArea = {
  geometry: { type: 'MultiPolygon'; coordinates: number[][][][] }
  positions: number
  /** How far the outlines lie apart at most, in metres. */
  error_m: number
}
type ImportResult = {
  name: string
  id: number | null
  refused: { status: number; message: string; field?: string } | null
}
