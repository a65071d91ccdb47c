import { type RawBuilder, sql } from 'kysely'

/** Attributes by which devices say that they are jammed, and that they are not any more. */
export const detectors = ['jamming', 'gnss_jamming'] as const
type Detector = (typeof detectors)[number]

/** The open alert and what has raised it, of rows of `tracker_state` as `s`; null of a tracker that is not jammed. */
export const jammingColumn: RawBuilder<Jamming | null> = sql`(
  select json_build_object('alert_id', a.id, 'detector', a.alarm) from alert a
  where a.organisation_id = s.organisation_id and a.tracker_id = s.tracker_id and a.kind = 'jamming'
    and a.ended_at is null)`

/** The alert is null where the kind is switched off, or until it is written. */
export type Jamming = { alert_id: number | null; detector: Detector }
