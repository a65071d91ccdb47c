import type { LiveReport } from '#db/live/feed.ts'
import type { Rest } from '../by_key/rest.ts'
import { alarmOf, attributesOf } from './attributes.ts'
import { knots, timeOf } from './units.ts'

/** Of that many trackers the REST API is asked by name, else for all. */
const MOST_NAMED = 100
/** Metres per second, about that of a slow walk. Slower positions of one at rest drift. */
const MOVING = 0.5

/** The trackers among these that the caller may see; all without any. */
export async function readTrackers(rest: Rest, of: Filter = {}): Promise<TrackerRow[]> {
  const { ids = [], numbers = [], group_ids = [] } = of
  const isAll = ids.length + numbers.length + group_ids.length === 0
  const isNamed = numbers.length + group_ids.length === 0 && ids.length > 0 && ids.length <= MOST_NAMED
  const rows = await rest.list<TrackerRow>('trackers', { sort: 'id', ...(isNamed && { ids }) })
  const found = new Set<unknown>([...ids.map((id) => `id ${id}`), ...numbers.map((number) => `number ${number}`)])
  // A group has those of the groups below it.
  for (const group_id of group_ids) {
    for (const { id } of await rest.list<TrackerRow>('trackers', { group_id })) found.add(`id ${id}`)
  }
  return isAll ? rows : rows.filter(({ id, number }) => found.has(`id ${id}`) || found.has(`number ${number}`))
}

/** The boundaries that trackers are in: their visits that continue. */
export async function readVisits(rest: Rest): Promise<Map<number, Visit[]>> {
  const visits = await rest.listOpen<Visit>('segments', { kind: 'visit', open: true, sort: '-began_at' })
  return Map.groupBy(visits, ({ tracker_id }) => tracker_id)
}

export const boundariesIn = (visits: Map<number, Visit[]>, tracker_id: number) =>
  (visits.get(tracker_id) ?? []).flatMap(({ boundary_id }) => boundary_id ?? [])

export function deviceOf(tracker: TrackerRow, boundary_ids: number[], last: LiveReport | undefined) {
  // The row may be some seconds older than the report.
  const times = [tracker.seen_at, last?.received].flatMap((time) => (time ? timeOf(time) : []))
  return {
    id: tracker.id,
    attributes: {},
    groupId: tracker.group_id ?? 0,
    calendarId: 0,
    name: tracker.name || tracker.number,
    uniqueId: tracker.number,
    status: tracker.seen_at === null ? 'unknown' : tracker.online ? 'online' : 'offline',
    lastUpdate: times.sort().at(-1) ?? null,
    positionId: last?.position ? last.id : 0,
    phone: null,
    model: null,
    contact: null,
    category: tracker.type === 'phone' ? 'person' : null,
    disabled: !tracker.active,
    expirationTime: null,
    geofenceIds: boundary_ids,
  }
}

/** @returns null of a report without a position */
export function positionOf(report: LiveReport, boundary_ids: number[] | null) {
  const [longitude, latitude] = report.position?.coordinates ?? []
  if (longitude === undefined || latitude === undefined) return null
  const { motion = (report.speed ?? 0) > MOVING, ...attributes } = attributesOf(report.attributes)
  return {
    id: report.id,
    attributes: { ...attributes, motion, ...(report.alarm !== null && { alarm: alarmOf(report.alarm) }) },
    deviceId: report.tracker_id,
    protocol: 'ringfence',
    serverTime: timeOf(report.received),
    deviceTime: timeOf(report.fix_at),
    fixTime: timeOf(report.fix_at),
    outdated: false,
    valid: report.valid,
    latitude,
    longitude,
    altitude: report.altitude ?? 0,
    speed: knots(report.speed),
    course: report.heading ?? 0,
    address: null,
    accuracy: report.accuracy ?? 0,
    network: null,
    geofenceIds: boundary_ids,
  }
}

export type Filter = { ids?: number[]; numbers?: string[]; group_ids?: number[] }
export type TrackerRow = {
  id: number
  number: string
  name: string | null
  type: string
  active: boolean
  group_id: number | null
  online: boolean
  seen_at: string | null
}
export type Visit = { id: number; tracker_id: number; boundary_id: number | null; began_at: string }
export type Position = NonNullable<ReturnType<typeof positionOf>>
