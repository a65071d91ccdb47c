import type { LentPosition } from '#db/loans/lent.ts'
import type { MovementNow } from '#db/movement/now.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Job } from '#db/tables/files/job.ts'
import type { AlertRow } from '../ingest/alerts.ts'
import type { TrackerEvent } from '../ingest/event.ts'
import type { ViewportResult } from './viewport/query.ts'

/** Whether a tracker is online, and since when. */
export type TrackerPresence = { tracker_id: number; online: boolean; changed_at: string }

/** What a tracker does, and since when. */
export type TrackerMovement = MovementNow & { tracker_id: number }

/** A report; one of a trip has the metres of the trip so far. */
export type LiveEvent = TrackerEvent & { distance_m?: number }

/** What a marker shows of a tracker besides its position. */
export type NamedTracker = { id: number; number: string; name: string | null }

/** A viewport update: changes in a client's view, with dense areas as counts. */
export type ViewportUpdate = Omit<ViewportResult, 'tracker_ids'> & {
  /** The first of this connection: replaces everything the client had. */
  whole: boolean
  /** Trackers that have entered the view, with their last event and presence. */
  trackers: NamedTracker[]
  events: TrackerEvent[]
  presence: TrackerPresence[]
  movement: TrackerMovement[]
  /** Trackers that have left the view. */
  gone: number[]
}

/** Events from the server. */
export type ServerMessages = {
  /** On connecting: the last event of every tracker the person may see. */
  snapshot(events: TrackerEvent[]): void
  /** Changed positions, one entry per tracker; after a lost connection, those missed. */
  positions(events: LiveEvent[]): void
  /** Online or offline: on connecting all trackers that ever had a contact, then changes. */
  presence(trackers: TrackerPresence[]): void
  /** Moving, parked and the like: on connecting all trackers that had a position, then each that does something else. */
  movement(trackers: TrackerMovement[]): void
  /** To clients with a viewport: first the whole view, then its changes. */
  viewport_update(update: ViewportUpdate): void
  /** Raised, acknowledged, snoozed or ended. */
  alert(alert: AlertRow): void
  /** To who sees all trackers of an organisation: positions of those on loan to it. */
  lent(positions: LentPosition[]): void
  /** To the same: a loan to the organisation has begun or ended. */
  loans(change: { id: number }): void
  /** A message for the person arrived or was read: the count of unread ones. */
  message(change: { unread: number; message_id: number | null; subject: string | null }): void
  /** Progress or the end of a job of the person. */
  job(job: JobUpdate): void
  /** A notification of the platform or the organisation has begun. */
  notification(notification: { id: number; title: string; text: string; begins: string; expires: string | null }): void
}

/**
 * A job without what it was asked to do and why it failed: either may name private evidence, and who acts as the person is
 * in the same room.
 */
export type JobUpdate = Omit<RowOf<typeof Job>, 'input' | 'attempts' | 'leased_until' | 'error_message'>

/** Events from the client. */
export type ClientMessages = {
  /** The client's viewport, on each change; needs `by_view`. Expects a `View`; errors are in the answer. */
  view(view: unknown, answer?: (answer: ViewAnswer) => void): void
}

/** Empty, or the invalid field and the reason. */
export type ViewAnswer = { field?: string | null; message?: string }

/** The client's `auth`. */
export type Handshake = {
  token: string
  organisation_id?: number
  /** Only messages and notifications, no trackers. */
  only?: 'notifications'
  /** The highest event id received before the connection was lost. */
  last_event_id?: number
  /** The client sends its viewport and receives only trackers in it; for large fleets. */
  by_view?: boolean
}

/** The authenticated person, from `api`. */
export type Viewer = {
  user_id: number
  /** Null for the operator, who has no session. */
  session_id: number | null
  organisation_id: number
  /** Whether they see every tracker of the organisation; otherwise their own, and those of these groups. */
  sees_all: boolean
  group_ids: readonly number[]
}

export type RoomEvent =
  | ['message', ...Parameters<ServerMessages['message']>]
  | ['notification', ...Parameters<ServerMessages['notification']>]
  | ['alert', ...Parameters<ServerMessages['alert']>]
  | ['job', ...Parameters<ServerMessages['job']>]
  | ['lent', ...Parameters<ServerMessages['lent']>]
  | ['loans', ...Parameters<ServerMessages['loans']>]
