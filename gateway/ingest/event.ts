import type { JudgedEvent } from './write.ts'

/** A stored event as in REST and on the live map. */
export type TrackerEvent = {
  id: number
  organisation_id: number
  tracker_id: number
  fix_at: string
  received: string
  event: string
  alarm: string | null
  valid: boolean
  position: { type: 'Point'; coordinates: [number, number] } | null
  altitude: number | null
  heading: number | null
  speed: number | null
  accuracy: number | null
  outside_boundary: boolean | null
  repeated: boolean
  late: boolean
  boundary_id: number | null
  attributes: Record<string, unknown> | null
}

export function toEvent({ entry, verdict, event_id, boundary_id }: JudgedEvent): TrackerEvent {
  const { report } = entry
  return {
    id: event_id,
    organisation_id: entry.organisation_id,
    tracker_id: entry.tracker_id,
    fix_at: new Date(entry.fix_at).toISOString(),
    received: new Date(entry.received).toISOString(),
    event: report.event,
    alarm: report.alarm,
    valid: report.valid,
    position:
      report.lon === null || report.lat === null ? null : { type: 'Point', coordinates: [report.lon, report.lat] },
    altitude: report.altitude,
    heading: report.heading,
    speed: report.speed,
    accuracy: report.accuracy,
    outside_boundary: verdict.outside_boundary,
    repeated: verdict.repeated,
    late: verdict.late,
    boundary_id,
    attributes: report.attributes,
  }
}
