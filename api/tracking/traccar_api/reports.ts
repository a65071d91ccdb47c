import type { LiveReport } from '#db/live/feed.ts'
import type { Rest } from '../by_key/rest.ts'
import { readOf, type SegmentRow } from './events.ts'
import { positionOf, type TrackerRow } from './fleet.ts'
import type { Span } from './parameters.ts'
import { knots, timeOf } from './units.ts'

/** The positions of trackers in a time, tracker by tracker, the oldest first. */
export async function readRoute(rest: Rest, trackers: TrackerRow[], { from, to }: Span) {
  const positions = []
  for (const { id: tracker_id } of trackers) {
    const reports = await rest.list<LiveReport>('trackerevents', { tracker_id, from, to, sort: 'fix_at' })
    positions.push(...reports.flatMap((report) => positionOf(report, null) ?? []))
  }
  return positions
}

export async function readTrips(rest: Rest, trackers: TrackerRow[], span: Span) {
  const names = namesOf(trackers)
  return (await readSegments(rest, 'trip', trackers, span)).map((trip) => ({
    ...common(trip, names),
    distance: trip.distance_m,
    averageSpeed: knots(trip.duration_s > 0 ? trip.distance_m / trip.duration_s : 0),
    maxSpeed: knots(trip.top_speed),
    startPositionId: 0,
    endPositionId: 0,
    startLat: trip.begin_position?.coordinates[1] ?? 0,
    startLon: trip.begin_position?.coordinates[0] ?? 0,
    endLat: trip.end_position?.coordinates[1] ?? 0,
    endLon: trip.end_position?.coordinates[0] ?? 0,
    startAddress: trip.begin_place,
    endAddress: trip.end_place,
    driverUniqueId: null,
    driverName: trip.driver_name,
  }))
}

export async function readStops(rest: Rest, trackers: TrackerRow[], span: Span) {
  const names = namesOf(trackers)
  return (await readSegments(rest, 'stop', trackers, span)).map((stop) => ({
    ...common(stop, names),
    distance: 0,
    averageSpeed: 0,
    maxSpeed: 0,
    positionId: 0,
    latitude: stop.begin_position?.coordinates[1] ?? 0,
    longitude: stop.begin_position?.coordinates[0] ?? 0,
    address: stop.begin_place,
    engineHours: 0,
  }))
}

/** A row for each tracker: its trips that begin in the time. */
export async function readSummary(rest: Rest, trackers: TrackerRow[], span: Span) {
  const trips = Map.groupBy(await readSegments(rest, 'trip', trackers, span), ({ tracker_id }) => tracker_id)
  return trackers.map(({ id, name, number }) => {
    const own = trips.get(id) ?? []
    const [distance, driving_s] = [sum(own, 'distance_m'), sum(own, 'duration_s')]
    return {
      deviceId: id,
      deviceName: name || number,
      distance,
      averageSpeed: knots(driving_s > 0 ? distance / driving_s : 0),
      maxSpeed: knots(Math.max(0, ...own.map(({ top_speed }) => top_speed ?? 0))),
      spentFuel: 0,
      startOdometer: 0,
      endOdometer: 0,
      startTime: timeOf(span.from),
      endTime: timeOf(span.to),
      engineHours: 0,
    }
  })
}

/** Those that begin in the time, so that each is in one of two periods that follow each other. */
async function readSegments(rest: Rest, kind: string, trackers: TrackerRow[], { from, to }: Span) {
  const ids = trackers.map(({ id }) => id)
  const query = { kind, from, to, sort: 'began_at' }
  const rows = await readOf<SegmentRow>((each) => rest.list('segments', each), ids, query)
  return rows.filter(({ began_at }) => Date.parse(began_at) >= Date.parse(from))
}

/** One that continues lasts up to the last report. */
const common = ({ tracker_id, began_at, ended_at, duration_s }: SegmentRow, names: Map<number, string>) => ({
  deviceId: tracker_id,
  deviceName: names.get(tracker_id),
  spentFuel: 0,
  startOdometer: 0,
  endOdometer: 0,
  startTime: timeOf(began_at),
  endTime: timeOf(ended_at ?? new Date(Date.parse(began_at) + duration_s * 1000).toISOString()),
  duration: Math.round(duration_s * 1000),
})

const namesOf = (trackers: TrackerRow[]) => new Map(trackers.map(({ id, name, number }) => [id, name || number]))
const sum = (rows: SegmentRow[], name: 'distance_m' | 'duration_s') => rows.reduce((total, row) => total + row[name], 0)
