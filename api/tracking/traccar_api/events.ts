import { hash } from 'node:crypto'
import type { AlertRow } from '#db/alerts/owned.ts'
import type { Query, Rest } from '../by_key/rest.ts'
import { alarmOf } from './attributes.ts'
import type { Span } from './parameters.ts'
import { knots, timeOf } from './units.ts'

/** Of that many trackers the REST API is asked one by one, else for all. */
const MOST_ASKED = 5
/** A tracker that was offline for longer has come back without an event. */
const OFFLINE_DAYS = 7

/** What has happened to trackers in a time, the oldest first; of some types only, or of all. */
export async function readEvents(rest: Rest, asked: Request): Promise<Event[]> {
  const types = new Set(asked.types.includes('allEvents') ? [] : asked.types)
  const isAsked = (...some: string[]) => types.size === 0 || some.some((type) => types.has(type))
  const events: Event[] = []
  const { from, to } = asked.span
  // Of each kind what the caller's role opens.
  const readOpen = <Row extends { tracker_id: number }>(path: string, query: Query) =>
    readOf<Row>((each) => rest.listOpen(path, each), asked.tracker_ids, query)
  for (const [kind, ...of] of kinds) {
    if (isAsked(...of)) {
      const query = { kind, from, to, sort: 'began_at' }
      events.push(...(await readOpen<SegmentRow>('segments', query)).flatMap(eventsOfSegment))
    }
  }
  if (isAsked('driverChanged')) {
    const shifts = await readOpen<ShiftRow>('drivershifts', { from, to, sort: 'began_at' })
    events.push(...shifts.flatMap(eventsOfShift))
  }
  if (isAsked('alarm', 'maintenance')) {
    const query = { kinds: Object.keys(alarms), from, to, sort: 'started_at' }
    events.push(...(await readOpen<AlertRow>('alerts', query)).flatMap(eventsOfAlert))
  }
  if (isAsked('deviceOffline', 'deviceOnline')) {
    const earlier = new Date(Date.parse(from) - OFFLINE_DAYS * 86_400_000).toISOString()
    const query = { kind: 'offline', from: earlier, to, sort: 'started_at' }
    events.push(...(await readOpen<AlertRow>('alerts', query)).flatMap(eventsOfOffline))
  }
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const isInTime = ({ eventTime }: Event) => Date.parse(eventTime) >= begin && Date.parse(eventTime) < end
  return events
    .filter((event) => isAsked(event.type) && isInTime(event))
    .sort((a, b) => Date.parse(a.eventTime) - Date.parse(b.eventTime) || a.id - b.id)
}

/** The rows of some trackers, as `list` reads them. */
export async function readOf<Row extends { tracker_id: number }>(
  list: (query: Query) => Promise<Row[]>,
  tracker_ids: number[],
  query: Query,
): Promise<Row[]> {
  if (tracker_ids.length > MOST_ASKED) {
    const asked = new Set(tracker_ids)
    return (await list(query)).filter(({ tracker_id }) => asked.has(tracker_id))
  }
  const rows: Row[] = []
  for (const tracker_id of tracker_ids) rows.push(...(await list({ ...query, tracker_id })))
  return rows
}

/** The kinds of segments, with the types of what happens at their begin and end. */
const kinds = [
  ['trip', 'deviceMoving', 'deviceStopped'],
  ['visit', 'geofenceEnter', 'geofenceExit'],
  ['speeding', 'deviceOverspeed'],
] as const

export function eventsOfSegment({ kind, tracker_id, began_at, ended_at, ...row }: Happened): Event[] {
  const [, begin, end] = kinds.find(([name]) => name === kind) ?? []
  if (!begin) return []
  const geofenceId = row.boundary_id ?? 0
  const attributes = kind === 'speeding' ? { speed: knots(row.top_speed), speedLimit: knots(row.speed_limit) } : {}
  const events = [eventOf(begin, tracker_id, began_at, { geofenceId, attributes })]
  if (end && ended_at !== null) events.push(eventOf(end, tracker_id, ended_at, { geofenceId, attributes }))
  return events
}

const eventsOfShift = ({ tracker_id, began_at, driver_id, driver_name, key }: ShiftRow) =>
  driver_id === null && key === null
    ? []
    : [eventOf('driverChanged', tracker_id, began_at, { attributes: { driverUniqueId: key, driverName: driver_name } })]

/** What an alert is in Traccar: an alarm, or maintenance. Leaving and speeding are found in the segments. */
export function eventsOfAlert({ kind, alarm, tracker_id, started_at, ...alert }: AlertRow): Event[] {
  const name = alarms[kind]
  if (name === undefined) return []
  const positionId = alert.event_id ?? 0
  if (kind === 'maintenance_due') {
    const attributes = { maintenance: alert.maintenance }
    const maintenanceId = alert.maintenance_plan_id ?? 0
    return [eventOf('maintenance', tracker_id, started_at, { positionId, maintenanceId, attributes })]
  }
  const attributes = {
    alarm: name === '' ? alarmOf(alarm ?? 'general') : name,
    ...((alert.sensor ?? alert.driver) !== null && { message: alert.sensor ?? alert.driver }),
  }
  return [eventOf('alarm', tracker_id, started_at, { positionId, attributes })]
}

function eventsOfOffline({ tracker_id, started_at, ended_at }: AlertRow): Event[] {
  const offline = eventOf('deviceOffline', tracker_id, started_at)
  return ended_at === null ? [offline] : [offline, eventOf('deviceOnline', tracker_id, ended_at)]
}

/** Alerts by Traccar's name of the alarm; that of an alarm is its own. */
const alarms: Partial<Record<string, string>> = {
  alarm: '',
  towed: 'tow',
  idling: 'idle',
  low_battery: 'lowBattery',
  unplugged: 'powerCut',
  jamming: 'jamming',
  guard: 'movement',
  sensor: 'general',
  proximity: 'general',
  unknown_key: 'general',
  licence_expired: 'general',
  no_show: 'general',
  maintenance_due: 'maintenance',
}

/** The id is made of what has happened, so that the socket and reports have the same. */
export function eventOf(type: string, deviceId: number, time: string, more: Partial<Event> = {}): Event {
  const { geofenceId = 0 } = more
  const id = Number.parseInt(hash('sha256', [type, deviceId, Date.parse(time), geofenceId].join(' ')).slice(0, 12), 16)
  const eventTime = timeOf(time)
  return { id, attributes: {}, deviceId, type, eventTime, positionId: 0, geofenceId, maintenanceId: 0, ...more }
}

type Request = { span: Span; tracker_ids: number[]; types: string[] }
export type Event = {
  id: number
  attributes: Record<string, unknown>
  deviceId: number
  type: string
  eventTime: string
  positionId: number
  geofenceId: number
  maintenanceId: number
}
/** What is needed of a segment to know what has happened. */
export type Happened = Pick<
  SegmentRow,
  'kind' | 'tracker_id' | 'began_at' | 'ended_at' | 'top_speed' | 'speed_limit' | 'boundary_id'
>
export type SegmentRow = {
  id: number
  tracker_id: number
  kind: string
  began_at: string
  ended_at: string | null
  /** Null of private trips. */
  begin_position: { coordinates: number[] } | null
  end_position: { coordinates: number[] } | null
  begin_place: string | null
  end_place: string | null
  distance_m: number
  duration_s: number
  top_speed: number | null
  speed_limit: number | null
  boundary_id: number | null
  driver_name: string | null
}
type ShiftRow = {
  tracker_id: number
  began_at: string
  driver_id: number | null
  driver_name: string | null
  key: string | null
}
