import type { Row } from '#api/client.ts'

export type { LentPosition } from '#db/loans/lent.ts'
export type { TrackerMovement, ViewportUpdate } from '#gateway/live/messages.ts'
export type { Cell } from '#gateway/live/viewport/query.ts'
export type { View as Viewport } from '#gateway/live/viewport/viewport.ts'

export type Tracker = Row<'tracker'>
/** What a tracker does, and since when. */
export type Movement = NonNullable<Tracker['movement']>
/** The fields of a tracker that the map needs. */
export type NamedTracker = Pick<Tracker, 'id' | 'number' | 'name' | 'active' | 'online' | 'seen_at'> &
  Partial<Pick<Tracker, 'state' | 'movement'>>
export type Boundary = Row<'boundary'>
export type Location = Row<'location'>
export type Guard = Row<'trackerguard'>
export type Privacy = Row<'trackerprivacy'>
export type Segment = Row<'segment'>
/** The live connection carries no names; of a trip it has the metres so far. */
export type TrackerEvent = Live<Row<'trackerevent'>, 'by_hand' | 'imported' | 'boundary_name' | 'boundary_rule'> & {
  distance_m?: number
}
/** Whether a tracker is online, and since when. */
export type Presence = { tracker_id: number; online: boolean; changed_at: string }
export type Alert = Live<Row<'alert'>, 'duration_s' | 'tracker_name' | 'other_tracker_name' | 'acknowledged_by'>
/** Alerts since a time. */
export type AlertSummary = { counts: Record<Alert['kind'], number>; newest: Row<'alert'>[] }
/** A tracker that is outside or offline. */
export type UrgentTracker = {
  id: number
  number: string
  name: string | null
  demo: boolean
  state: 'outside' | 'offline'
  since: string | null
  offline_since: string | null
  position: { type: 'Point'; coordinates: number[] } | null
}
/** A base map that people may choose. */
export type Basemap = {
  id: string
  /** null for `built_in`, `file` and `style`, which are named in the reader's language */
  name: string | null
  kind: 'built_in' | 'style' | 'raster' | 'vector_file' | 'raster_file'
  light_url: string | null
  dark_url: string | null
  attribution: string | null
  max_zoom: number | null
  /** west, south, east, north of a file */
  bounds: [number, number, number, number] | null
}
/** What the maps of the installation are drawn from. */
export type MapSettings = {
  /** the id of the default base map */
  basemap: string
  /** whether no platform administrator has chosen a default yet */
  undecided: boolean
  basemaps: Basemap[]
}
export type TaskName =
  | 'unconfirmed_members'
  | 'failed_messages'
  | 'unsent_messages'
  | 'held_messages'
  | 'new_enquiries'
  | 'unregistered_devices'
  | 'refused_devices'
/** What waits for an administrator, and how many there are. */
export type Task = { name: TaskName; count: number }

type Live<Row, Computed extends keyof Row> = Omit<Row, Computed> & Partial<Pick<Row, Computed>>
