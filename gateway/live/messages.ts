import type { AlertRow } from '../ingest/alerts.ts'
import type { TrackerEvent } from '../ingest/event.ts'
import type { ViewportResult } from './viewport/query.ts'

/** Whether a tracker is online, and since when. */
export type TrackerPresence = { tracker_id: number; online: boolean; changed_at: string }

/** What a marker needs of a tracker beside its position. */
export type NamedTracker = { id: number; number: string; name: string | null }

/** What has changed in a client's view, and what there is too much of to be sent one by one. */
export type ViewportUpdate = Omit<ViewportResult, 'tracker_ids'> & {
  /** The first of this connection: whatever the client had before is void. */
  whole: boolean
  /** Those that are in the view now and were not before, with their last event and presence. */
  trackers: NamedTracker[]
  events: TrackerEvent[]
  presence: TrackerPresence[]
  /** Those that are not shown any more. */
  gone: number[]
}

/** What the server says on the live connection. */
export type ServerMessages = {
  /** On connecting: the last event of every tracker the person may see. */
  snapshot(events: TrackerEvent[]): void
  /** What has changed, an entry for each tracker; after a lost connection what was missed. */
  positions(events: TrackerEvent[]): void
  /** Who is online and who is not: of every tracker that was ever heard of on connecting, then what has changed. */
  presence(trackers: TrackerPresence[]): void
  /** To a client that looks at a part: its view, at first whole and then what has changed in it. */
  scene(scene: ViewportUpdate): void
  /** Raised, acknowledged, snoozed or ended. */
  alert(alert: AlertRow): void
  /** A message has come for the person, or was read: how many are unread. */
  message(news: { unread: number; message_id: number | null; subject: string | null }): void
  /** Something that everybody, or the organisation, is to know from now on. */
  notification(notification: { id: number; title: string; text: string; begins: string; expires: string | null }): void
}

/** What a client says there. */
export type ClientMessages = {
  /** Where it looks, each time that changes; needs `by_view`. A `View` is wanted; what is wrong with it is answered. */
  view(view: unknown, answer?: (answer: ViewAnswer) => void): void
}

/** Empty, or which field is wrong and why. */
export type ViewAnswer = { field?: string | null; message?: string }

/** What a client gives in `auth`. */
export type Handshake = {
  token: string
  organisation_id?: number
  /** Messages and notifications alone, without the trackers. */
  only?: 'news'
  /** The highest event id seen before the connection was lost. */
  last_event_id?: number
  /** The client says where it looks and hears of that part only, as is right for large fleets. */
  by_view?: boolean
}

/** Who is connected, as `api` knows them. */
export type Viewer = {
  user_id: number
  /** Null for the operator, who has none. */
  session_id: number | null
  organisation_id: number
  /** Whether they see every tracker of the organisation, or their own. */
  sees_all: boolean
}
