import type { AlertRow } from '../ingest/alerts.ts'
import type { TrackerEvent } from '../ingest/event.ts'

/** Whether a tracker is online, and since when. */
export type TrackerPresence = { tracker_id: number; online: boolean; changed_at: string }

/** What the server says on the live connection. */
export type ServerMessages = {
  /** On connecting: the last event of every tracker the person may see. */
  snapshot(events: TrackerEvent[]): void
  /** What has changed, an entry for each tracker; after a lost connection what was missed. */
  positions(events: TrackerEvent[]): void
  /** Who is online and who is not: of every tracker that was ever heard of on connecting, then what has changed. */
  presence(trackers: TrackerPresence[]): void
  /** Raised or ended. */
  alert(alert: AlertRow): void
  /** A message has come for the person, or was read: how many are unread. */
  message(news: { unread: number; message_id: number | null; subject: string | null }): void
  /** Something that everybody, or the organisation, is to know from now on. */
  notification(notification: { id: number; title: string; text: string; begins: string; expires: string | null }): void
}

/** What a client gives in `auth`. */
export type Handshake = {
  token: string
  organisation_id?: number
  /** The highest event id seen before the connection was lost. */
  last_event_id?: number
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
